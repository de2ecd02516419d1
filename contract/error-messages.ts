import type { ErrorDetails, ErrorName } from './errors.ts'

/**
 * What each expected failure says. Apart from the codes, because the page needs those at once and gets
 * the words from the server.
 */
const errorMessages: Record<ErrorName, string> = {
  session_expired: '登录已过期，请重新登录',
  upload_ticket_invalid: '上传凭证已失效',
  forbidden: '没有权限访问该资源',
  no_phone: '这个账号没有绑定手机号，请在微信里确认',
  wechat_other: '这不是这个账号绑定的微信',
  fresh_proof_required: '这一步要先确认是你本人：请在“账号与安全”里确认；没有看到的话，请刷新页面再试',
  guardian_consent_required: '未满 14 周岁需要监护人同意后才能继续',
  pack_locked: '请先解锁这个卡包',
  not_found: '请求的资源不存在',
  insufficient_balance: '金币不足，还差 {{missing}} 金币',
  payment_method_unavailable: '暂不支持这种支付方式',
  last_sign_in_method: '这是唯一的登录方式，请先绑定手机号',
  phone_taken: '这个手机号已经有账号了',
  wechat_taken: '这个微信已经绑定了别的账号',
  age_band_fixed: '年龄段已经填写，不能自己修改',
  order_closed: '这张订单已经结束，请看它现在的状态',
  too_many_packs: '私有卡包已达上限（{{limit}} 个），请先删除不用的',
  too_many_cards: '一个私有卡包最多 {{limit}} 张卡片',
  payload_too_large: '提交的内容太大，请分几次提交',
  invalid_input: '提交的内容有误：{{field}}',
  wrong_code: '验证码不正确，还可以再试 {{left}} 次',
  code_expired: '验证码已过期，请重新获取',
  code_exhausted: '错误次数过多，请重新获取验证码',
  wechat_state_invalid: '微信授权已失效，请重新操作',
  wechat_declined: '没有得到微信授权，请重试或用手机号登录',
  wechat_guest: '当前是微信的快照页，请点右下角“使用完整服务”后再登录',
  wechat_unavailable: '这里没有开通微信，请用手机号登录',
  phone_unsubscribed: '这个手机号退订了短信，收不到验证码，请换一个手机号',
  too_many_requests: '操作太频繁，请稍后再试',
  code_too_soon: '获取太频繁，请 {{seconds}} 秒后再试',
  code_daily_limit: '今天获取验证码的次数已用完，请明天再试',
  code_network_busy: '你所在的网络获取验证码太多，请 {{minutes}} 分钟后再试，或换一个网络',
  code_hour_full: '现在获取验证码的人太多，请 {{minutes}} 分钟后再试',
  internal: '服务器内部错误，请稍后再试',
  unavailable: '服务器正忙，请稍后再试',
}

/** The message with its placeholders, written `{{name}}`, filled from `details`. */
export function errorMessage(name: ErrorName, details: ErrorDetails = {}): string {
  return errorMessages[name].replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(details[key] ?? ''))
}
