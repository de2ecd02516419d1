import type { Deps } from '#server/deps.ts'
import type { WechatGateway, WechatPerson } from '#server/gateways/wechat/wechat-gateway.ts'
import { fail } from '#server/lib/errors.ts'

/** @throws ExpectedError `wechat_unavailable` where WeChat is off */
export function gatewayOf({ wechat }: Pick<Deps, 'wechat'>): WechatGateway {
  return wechat ?? fail('wechat_unavailable')
}

/** The person declined: WeChat comes back without a code, older versions of it with this one. */
export function isDeclined(code: string | undefined): boolean {
  return !code || code === 'authdeny'
}

/**
 * Asks WeChat who has authorised. Never inside a transaction: it may take seconds.
 * @throws ExpectedError `wechat_declined`, `wechat_state_invalid` for a code that WeChat does not know,
 * `wechat_guest` for the made-up user of a snapshot page, `unavailable`, `wechat_unavailable`
 */
export async function identify(
  deps: Pick<Deps, 'wechat' | 'log'>,
  code: string | undefined,
): Promise<WechatPerson> {
  const gateway = gatewayOf(deps)
  if (code === undefined || isDeclined(code)) return fail('wechat_declined')
  const person = await gateway.exchange(code).catch((error: unknown) => {
    deps.log.error({ err: error }, 'WeChat failed')
    return fail('unavailable')
  })
  if (!person) return fail('wechat_state_invalid')
  return person.isSnapshotUser ? fail('wechat_guest') : person
}
