import { randomBytes } from 'node:crypto'
import { createSignatures, encrypted, type SimulatorAccount } from './signatures.ts'

/** What WeChat Pay sends to the merchant by itself, right or wrong. */

export type Notification = { url: string; headers: Record<string, string>; body: string }

/** What may be wrong with one notification. The last five are signed by WeChat all the same. */
export type NotificationFault =
  | 'wrong-signature'
  | 'wrong-serial'
  | 'old'
  | 'wrong-key'
  | 'tampered'
  | 'other-merchant'
  | 'other-currency'
  | 'other-number'

type Resource = { mchid: string; out_trade_no: string; amount: object } & Record<string, unknown>

const faultyResource = (resource: Resource, fault: NotificationFault | undefined): Resource => {
  if (fault === 'other-merchant') return { ...resource, mchid: '1900000999' }
  if (fault === 'other-currency') return { ...resource, amount: { ...resource.amount, currency: 'HKD' } }
  if (fault === 'other-number') return { ...resource, out_trade_no: 'INV-2026/1' }
  return resource
}

/** `event`: e.g. `TRANSACTION.SUCCESS`; `about`: `transaction` or `refund`. */
export type Told = { url: string; event: string; about: string; resource: Resource }

export function createNotifications(account: SimulatorAccount, clock: () => Date) {
  const { headersFor } = createSignatures(account)
  return ({ url, event, about, resource }: Told, fault?: NotificationFault): Notification => {
    const key = fault === 'wrong-key' ? 'x'.repeat(32) : account.apiV3Key
    const sealed = encrypted(JSON.stringify(faultyResource(resource, fault)), key, about)
    const body = JSON.stringify({
      id: randomBytes(16).toString('hex'),
      create_time: clock().toISOString(),
      event_type: event,
      resource_type: 'encrypt-resource',
      resource: fault === 'tampered' ? { ...sealed, nonce: 'x'.repeat(12) } : sealed,
    })
    const at = fault === 'old' ? new Date(clock().getTime() - 3_600_000) : clock()
    const headers = headersFor(body, at)
    if (fault === 'wrong-signature') headers['wechatpay-nonce'] = 'x'
    if (fault === 'wrong-serial') headers['wechatpay-serial'] = 'PUB_KEY_ID_OTHER'
    return { url, headers, body }
  }
}
