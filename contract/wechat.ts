import { Type, type Static } from 'typebox'
import { Id, Instant } from './wire.ts'

/** Signing in, binding and paying by WeChat. */

/**
 * Random text that the browser makes and keeps for one attempt. What it starts, it alone can finish: neither a
 * photographed QR code nor a leaked address is enough.
 */
export const BrowserKey = Type.String({ pattern: '^[A-Za-z0-9_-]{32,64}$' })

/** Which ways to sign in this installation has, besides the phone. */
export const SignInMethods = Type.Object({ wechat: Type.Boolean() })

export const WechatPurpose = Type.Union([
  Type.Literal('login'),
  Type.Literal('bind'),
  Type.Literal('openid'),
  Type.Literal('prove'),
])
export type WechatPurpose = Static<typeof WechatPurpose>

export const WechatAuthorizeBody = Type.Object({
  browserKey: BrowserKey,
  purpose: WechatPurpose,
  /** Path of the app to come back to; WeChat adds `code` and `state` to its query. */
  returnTo: Type.String({ maxLength: 300, pattern: '^/([^/\\\\].*)?$' }),
})
export const WechatAuthorizeReply = Type.Object({
  /** Where to send the browser inside WeChat. */
  url: Type.String(),
  /** The login state marker: single use. */
  state: Type.String(),
  expiresAt: Instant,
})

export const WechatQrReply = Type.Object({
  sessionId: Id,
  /** What the QR code holds; another secret than the session's id. */
  url: Type.String(),
  expiresAt: Instant,
  pollAfterMs: Type.Integer(),
})
export type WechatQrReply = Static<typeof WechatQrReply>

export const WechatLoginStatus = Type.Object({
  status: Type.Union([
    Type.Literal('pending'),
    Type.Literal('scanned'),
    Type.Literal('confirmed'),
    Type.Literal('expired'),
  ]),
})
export type WechatLoginStatus = Static<typeof WechatLoginStatus>

/** From WeChat's redirect: `code` and `state`; from a confirmed QR code: `sessionId`. */
export const WechatLoginBody = Type.Object({
  browserKey: BrowserKey,
  code: Type.Optional(Type.String({ maxLength: 512 })),
  state: Type.Optional(Type.String({ maxLength: 128 })),
  sessionId: Type.Optional(Id),
  agreed: Type.Literal(true),
  deviceName: Type.Optional(Type.String({ maxLength: 64 })),
})

/** What proves to the server who is at WeChat's side. */
export const WechatProofBody = Type.Object({
  browserKey: BrowserKey,
  code: Type.String({ maxLength: 512 }),
  state: Type.String({ maxLength: 128 }),
})
/** Kept on the device with the time, as the specification has it. */
export const WechatOpenid = Type.Object({ openid: Type.String() })
