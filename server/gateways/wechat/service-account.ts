import type { WechatGateway, WechatPerson } from './wechat-gateway.ts'

/** https://developers.weixin.qq.com/doc/service/api/webdev/access/api_snsaccesstoken.html */

export type ServiceAccountConfig = {
  appId: string
  appSecret: string
  /** `https://api.weixin.qq.com`, or an address that leads there. */
  apiUrl: string
  /** `https://open.weixin.qq.com`; a path is one of the site that WeChat is to come back to. */
  openUrl: string
}

/** As the global `fetch`, of which this is all that is used. */
export type Fetch = (url: URL, options: { redirect: 'error'; signal: AbortSignal }) => Promise<Response>

const timeoutMs = 5000

/** Invalid, expired, and used before. */
const unknownCodes = new Set([40029, 42003, 40163])

type TokenReply = {
  errcode?: number
  openid?: string
  unionid?: string
  is_snapshotuser?: number
}

/** WeChat's `errmsg` and a broken body may repeat what was asked: neither goes into an error. */
const readReply = async (response: Response): Promise<TokenReply> => {
  const text = await response.text()
  try {
    // WeChat calls its JSON `text/plain`.
    return (JSON.parse(text) as TokenReply | null) ?? {}
  } catch {
    throw new Error(`WeChat answered ${response.status} without JSON`)
  }
}

const personFrom = (reply: TokenReply, status: number): WechatPerson | null => {
  if (reply.errcode !== undefined && unknownCodes.has(reply.errcode)) return null
  if (typeof reply.openid !== 'string' || reply.openid === '') {
    throw new Error(`WeChat answered ${status}, errcode ${reply.errcode ?? 'absent'}`)
  }
  return {
    openid: reply.openid,
    unionid: reply.unionid || null,
    isSnapshotUser: reply.is_snapshotuser === 1,
  }
}

export function createServiceAccount(
  config: ServiceAccountConfig,
  deps: { fetch?: Fetch; timeoutMs?: number } = {},
): WechatGateway {
  return {
    authorizeUrl: ({ state, redirectUri, scope }) => {
      const url = new URL(`${config.openUrl}/connect/oauth2/authorize`, redirectUri)
      // WeChat wants them in this order, and the fragment.
      url.search = new URLSearchParams([
        ['appid', config.appId],
        ['redirect_uri', redirectUri],
        ['response_type', 'code'],
        ['scope', scope],
        ['state', state],
      ]).toString()
      url.hash = 'wechat_redirect'
      return url.href
    },

    exchange: async (code) => {
      const url = new URL(`${config.apiUrl}/sns/oauth2/access_token`)
      url.search = new URLSearchParams({
        appid: config.appId,
        secret: config.appSecret,
        code,
        grant_type: 'authorization_code',
      }).toString()
      const response = await (deps.fetch ?? fetch)(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(deps.timeoutMs ?? timeoutMs),
      })
      return personFrom(await readReply(response), response.status)
    },
  }
}
