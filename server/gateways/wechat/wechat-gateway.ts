/** Who WeChat says it is. */
export type WechatPerson = {
  /** One person within the service account; payment inside WeChat needs it. */
  openid: string
  /** One person over all apps of one company; null where WeChat gives none. */
  unionid: string | null
  /** A made-up user of WeChat's snapshot page: no account may come of it. */
  isSnapshotUser: boolean
}

/** `snsapi_base` asks the person nothing and gives the openid alone; `snsapi_userinfo` asks. */
export type WechatScope = 'snsapi_base' | 'snsapi_userinfo'

/** Signing in through a WeChat service account (服务号) by OAuth. */
export type WechatGateway = {
  /**
   * Where to send a browser inside WeChat. It comes back to `redirectUri` with `code` and `state` in the query;
   * without `code`, or with `authdeny` for it, when the person declined.
   * @param state letters and digits, at most 128
   */
  authorizeUrl: (request: { state: string; redirectUri: string; scope: WechatScope }) => string
  /**
   * @returns null for a code that WeChat does not know, no longer knows, or has exchanged before
   * @throws when WeChat refuses us or does not answer; the error holds neither code nor secret
   */
  exchange: (code: string) => Promise<WechatPerson | null>
}
