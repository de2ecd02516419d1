import { isDeviceOffline } from '#src/api/api-error.ts'
import type { Api } from '#src/api/client.ts'
import { isUnanswered } from '../failure.ts'

/** An unlock that got no answer: the server may have done it, and charged for it. */
export class UnansweredUnlock extends Error {
  override readonly name = 'UnansweredUnlock'
  /** The server was asked afterwards and said that the pack is locked; false: not known. */
  readonly isKnownLocked: boolean

  constructor(isKnownLocked: boolean, options: ErrorOptions) {
    super('unlock without an answer', options)
    this.isKnownLocked = isKnownLocked
  }
}

/** @throws ApiError as the server said it; UnansweredUnlock when it is not known that nothing was charged */
export async function unlockFromBalance(api: Api, packId: string): Promise<void> {
  const wasOffline = isDeviceOffline()
  try {
    await api.call('POST /card-packs/:id/unlock', { id: packId, paymentMethod: 'balance' })
  } catch (cause) {
    if (wasOffline || !isUnanswered(cause)) throw cause
    const now = await api.call('GET /card-packs/:id', { id: packId }).catch(() => undefined)
    if (now?.unlocked !== true) throw new UnansweredUnlock(now !== undefined, { cause })
  }
}
