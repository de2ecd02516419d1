import { Type } from 'typebox'
import {
  AgeBandBody,
  DefaultAvatars,
  LoginBody,
  LoginReply,
  Profile,
  ProfileUpdate,
  SendCodeBody,
  SendCodeReply,
  UploadTicket,
} from '../account.ts'
import {
  AccountActivity,
  AccountSecurity,
  Device,
  ExportPage,
  ExportQuery,
  FreshProofBody,
  GuardianConsentBody,
  PhoneProofBody,
} from '../security.ts'
import {
  BrowserKey,
  SignInMethods,
  WechatAuthorizeBody,
  WechatAuthorizeReply,
  WechatLoginBody,
  WechatLoginStatus,
  WechatOpenid,
  WechatProofBody,
  WechatQrReply,
} from '../wechat.ts'
import { Id } from '../wire.ts'
import { account, accountOnce, open, openOnce, shared, type Endpoint } from './endpoint.ts'

const Empty = Type.Object({})

export const accountEndpoints = {
  'GET /auth/methods': {
    ...open,
    summary: '可用的登录方式',
    reply: SignInMethods,
  },
  'POST /auth/send-code': {
    ...openOnce,
    summary: '发送短信验证码',
    body: SendCodeBody,
    reply: SendCodeReply,
  },
  'POST /auth/login': {
    ...openOnce,
    summary: '手机号与验证码登录；没有账号就新建',
    body: LoginBody,
    reply: LoginReply,
  },
  'POST /auth/logout': {
    ...account,
    summary: '退出登录，作废当前令牌；上传凭证继续有效',
    reply: Empty,
  },
  'POST /auth/upload-ticket': {
    ...account,
    summary: '签发新的上传凭证',
    reply: UploadTicket,
  },
  'GET /profile': {
    ...account,
    summary: '当前学生',
    reply: Profile,
  },
  'PUT /profile': {
    ...account,
    summary: '修改资料与学习设置；没有提到的字段不变',
    body: ProfileUpdate,
    reply: Profile,
  },
  'POST /auth/wechat-qr-code': {
    ...openOnce,
    summary: '微信扫码登录：一张只能用一次的二维码',
    body: Type.Object({ browserKey: BrowserKey }),
    reply: WechatQrReply,
  },
  'GET /auth/wechat-login-status': {
    ...open,
    summary: '二维码的状态',
    query: Type.Object({ sessionId: Id }),
    reply: WechatLoginStatus,
  },
  'POST /auth/wechat-authorize': {
    ...openOnce,
    summary: '微信内授权：跳转地址与一次性的状态标记；绑定和支付要先登录',
    body: WechatAuthorizeBody,
    reply: WechatAuthorizeReply,
  },
  'POST /auth/wechat-login': {
    ...openOnce,
    summary: '用微信授权或已确认的二维码登录；没有账号就新建',
    body: WechatLoginBody,
    reply: LoginReply,
  },
  'POST /auth/wechat-openid': {
    ...accountOnce,
    summary: '支付用的 openid',
    body: WechatProofBody,
    reply: WechatOpenid,
  },
  'GET /default-avatars': {
    ...shared,
    summary: '可选的头像',
    reply: DefaultAvatars,
  },
  'GET /account/security': {
    ...account,
    summary: '手机号、微信、监护人同意、注销状态',
    reply: AccountSecurity,
  },
  'POST /account/proof/code': {
    ...accountOnce,
    summary: '向账号自己的手机号发送验证码，用来确认身份',
    reply: SendCodeReply,
  },
  'POST /account/proof': {
    ...accountOnce,
    summary: '确认身份：之后 15 分钟内这台设备可以更换手机号、绑定或解绑微信、注销和导出',
    body: FreshProofBody,
    reply: AccountSecurity,
  },
  'POST /account/proof/wait': {
    ...account,
    summary: '无法确认身份时申请等一天；短信告知原号码，每台设备都能看到并取消',
    reply: AccountSecurity,
  },
  'DELETE /account/proof/wait': {
    ...account,
    summary: '取消等待',
    reply: AccountSecurity,
  },
  'GET /account/activity': {
    ...account,
    summary: '最近的账号活动',
    reply: AccountActivity,
  },
  'PUT /account/phone': {
    ...accountOnce,
    summary: '绑定或更换手机号；验证码发到新号码',
    body: PhoneProofBody,
    reply: AccountSecurity,
  },
  'POST /account/wechat': {
    ...accountOnce,
    summary: '绑定微信',
    body: WechatProofBody,
    reply: AccountSecurity,
  },
  'DELETE /account/wechat': {
    ...account,
    summary: '解绑微信',
    reply: AccountSecurity,
  },
  'GET /account/devices': {
    ...account,
    summary: '登录过的设备',
    reply: Type.Object({ devices: Type.Array(Device) }),
  },
  'DELETE /account/devices/:deviceId': {
    ...account,
    summary: '让一台设备退出登录',
    params: Type.Object({ deviceId: Id }),
    reply: Empty,
  },
  'DELETE /account/devices': {
    ...account,
    summary: '让其他设备都退出登录',
    reply: Empty,
  },
  'POST /account/age-band': {
    ...account,
    summary: '填写年龄段；填写后不能自己改',
    body: AgeBandBody,
    reply: Profile,
  },
  'POST /account/guardian-consent': {
    ...accountOnce,
    summary: '监护人用短信验证码同意',
    body: GuardianConsentBody,
    reply: Profile,
  },
  'POST /account/deletion': {
    ...account,
    summary: '申请注销，七天后生效',
    reply: AccountSecurity,
  },
  'DELETE /account/deletion': {
    ...account,
    summary: '撤回注销申请',
    reply: AccountSecurity,
  },
  'GET /account/export': {
    ...account,
    summary: '导出我的数据，一次一节',
    query: ExportQuery,
    reply: ExportPage,
  },
} as const satisfies Record<string, Endpoint>
