import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Fetch, ServiceAccountConfig } from '../service-account.ts'
import { openCode, type SimulatedConsent } from './simulated-code.ts'

/** WeChat's token call as the adapter sees it, answered in this process: no port has to be open for it. */

/** The service account that only the simulator knows. */
export const simulatedAccount: ServiceAccountConfig = {
  appId: 'wx0123456789abcdef',
  appSecret: 'known-to-the-simulator-alone',
  apiUrl: 'https://wechat.simulator',
  openUrl: '/dev/wechat',
}

/** Codes that were exchanged; they expire by themselves soon after. */
const rememberedCodes = 10_000

/** 28 characters, as WeChat's own, always the same for one person. */
const idOf = (kind: string, user: string): string =>
  `o${createHash('sha256').update(`${kind}:${user}`).digest('base64url').slice(0, 27)}`

const answer = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'text/plain' } })

const refuse = (errcode: number, errmsg: string): Response => answer({ errcode, errmsg })

const grant = ({ user, scope, isSnapshot, nonce }: SimulatedConsent): Response => {
  const kind = isSnapshot ? `snapshot ${nonce}` : 'person'
  return answer({
    access_token: `ACCESS-${nonce}`,
    expires_in: 7200,
    refresh_token: `REFRESH-${nonce}`,
    openid: idOf(`${kind} openid`, user),
    scope,
    ...(scope === 'snsapi_userinfo' && { unionid: idOf(`${kind} unionid`, user) }),
    ...(isSnapshot && { is_snapshotuser: 1 }),
  })
}

export function createSimulatedApi({ secret, clock }: { secret: string; clock: () => Date }): Fetch {
  const used = new LRUCache<string, true>({ max: rememberedCodes })

  return async (url) => {
    if (url.pathname !== '/sns/oauth2/access_token') return new Response('', { status: 404 })
    const { appid, secret: appSecret, code, grant_type: grantType } = Object.fromEntries(url.searchParams)
    if (appid !== simulatedAccount.appId) return refuse(40013, 'invalid appid')
    if (appSecret !== simulatedAccount.appSecret) return refuse(40125, 'invalid appsecret')
    if (grantType !== 'authorization_code') return refuse(40002, 'invalid grant_type')
    if (!code) return refuse(41008, 'missing code')
    const consent = openCode(secret, code)
    if (!consent || consent.expiresAtMs <= clock().getTime()) return refuse(40029, 'invalid code')
    if (used.has(code)) return refuse(40163, 'code been used')
    used.set(code, true)
    return grant(consent)
  }
}
