import { randomUUID } from 'node:crypto'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import { exampleInputs, imaginaryThings, type ExampleInputs } from '#tests/api/example-inputs.ts'
import { answersProbe, undoProbes } from './answer-probes.ts'
import { madeProbes } from './made-probes.ts'
import { ofPack, probe, type Probe, type ProbedWorld } from './probe.ts'
import { proveFresh } from './sign-in.ts'

/** What the benchmark of long histories asks: every call that one signed-in student can make again and again. */

/** Calls that are not probed, and why. */
export const notProbed: Partial<Record<EndpointKey, string>> = {
  'POST /auth/send-code': '每个手机号一分钟只发一次验证码',
  'POST /auth/login': '验证码只能用一次',
  'POST /auth/logout': '结束测试用的会话',
  'GET /auth/wechat-login-status': '二维码是另一块屏幕的，这里只会回答 404',
  'POST /auth/wechat-qr-code': '每个地址有次数限制',
  'POST /auth/wechat-authorize': '每个地址有次数限制',
  'POST /auth/wechat-login': '微信的授权只能用一次',
  'POST /auth/wechat-openid': '微信的授权只能用一次',
  'POST /account/proof/code': '每个手机号一分钟只发一次验证码',
  'POST /account/proof': '验证码只能用一次',
  'POST /account/proof/wait': '每天有次数限制',
  'DELETE /account/proof/wait': '没有在等待的申请',
  'POST /account/wechat': '微信的授权只能用一次',
  'DELETE /account/wechat': '要先用一次性的授权绑定',
  'PUT /account/phone': '验证码只能用一次',
  'POST /account/age-band': '只能声明一次',
  'POST /account/guardian-consent': '验证码只能用一次',
  'DELETE /account/devices/:deviceId': '要另一台设备先用验证码登录',
  'POST /account/deletion': '账号从此等待删除',
  'DELETE /account/deletion': '账号没有等待删除',
  'POST /card-packs/:id/unlock': '每个卡包只能解锁一次',
  'POST /card-packs/:id/cards/:cardId/report': '每天有次数限制',
  'GET /card-reports/open': '只给运营者写明的账号',
  'POST /card-reports/:cardId/close': '只给运营者写明的账号',
}

/** Those that change something, and `POST` that only reads. */
export const writeProbes: Partial<Record<EndpointKey, Probe>> = {
  ...madeProbes,
  'POST /user-study/record/:packId/:sessionId': answersProbe,
  'POST /card-packs/:id/card-details': probe('POST /card-packs/:id/card-details', (_, { pack }) => ({
    id: pack.packId,
    cardIds: pack.cardIds.slice(0, 50),
  })),
  'POST /card-packs/:id/favorite': probe('POST /card-packs/:id/favorite', async (caller, world) => {
    await caller.call('DELETE /card-packs/:id/favorite', ofPack(world))
    return ofPack(world)
  }),
  'DELETE /card-packs/:id/favorite': probe('DELETE /card-packs/:id/favorite', async (caller, world) => {
    await caller.call('POST /card-packs/:id/favorite', ofPack(world))
    return ofPack(world)
  }),
  'PUT /profile': probe('PUT /profile', () => ({ name: `同学${randomUUID().slice(0, 8)}` })),
  'POST /themes/select/:id': probe('POST /themes/select/:id', () => ({ id: 'paper' })),
  'POST /auth/upload-ticket': probe('POST /auth/upload-ticket', () => ({})),
  'DELETE /account/devices': probe('DELETE /account/devices', () => ({})),
}

export const keysOfGets = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => key.startsWith('GET ') && notProbed[key] === undefined,
)

const getProbes = (world: ProbedWorld): Probe[] => {
  const examples: ExampleInputs = exampleInputs({
    ...imaginaryThings(),
    packId: world.pack.packId,
    cardId: world.pack.cardIds[0] ?? '',
    reviewId: world.reviewId,
    pendingOrderId: world.orderId,
    privatePackId: world.privatePackId,
  })
  const own: Partial<Record<EndpointKey, object>> = {
    'GET /discovery/grade/:gradeId': { gradeId: world.gradeId },
    'GET /card-packs/teacher/:teacherId/card-packs': { teacherId: 'zhika-dili' },
  }
  return keysOfGets.map((key) =>
    probe(key, async (caller) => {
      if (key === 'GET /account/export') await proveFresh(caller)
      return own[key] ?? examples[key]
    }),
  )
}

export function probesOf(world: ProbedWorld): Probe[] {
  return [...getProbes(world), ...Object.values(writeProbes), ...undoProbes]
}
