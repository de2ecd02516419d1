import type { Transaction } from 'kysely'
import type { UnlockReply } from '#contract/packs.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import { addLearner, findPrice, findUnlock, insertUnlock, readCoins } from './packs.repository.ts'

/** The rule of unlocking: once, for the price, all of it or nothing. */

type UnlockRequest = { packId: string; studentId: string; paymentMethod: string }

const unlockedBefore = async (
  tx: Transaction<Schema>,
  { packId, studentId }: UnlockRequest,
): Promise<UnlockReply> => {
  const unlock = (await findUnlock(tx, packId, studentId)) ?? fail('not_found')
  return {
    packId,
    unlockedAt: unlock.unlocked_at.toISOString(),
    charged: 0,
    coins: await readCoins(tx, studentId),
  }
}

/**
 * Unlocks a pack for coins in one transaction. The row of the unlock is claimed before the wallet is
 * locked, so the same request sent twice, or twice at once, charges once.
 * @throws ExpectedError `payment_method_unavailable`, `not_found`, `insufficient_balance`
 */
export const unlockPack = async (
  { database, wallet, clock }: Pick<Deps, 'database' | 'wallet' | 'clock'>,
  request: UnlockRequest,
): Promise<UnlockReply> => {
  const { packId, studentId, paymentMethod } = request
  if (paymentMethod !== 'balance') return fail('payment_method_unavailable')
  return database.transaction(async (tx) => {
    const unlockedAt = clock()
    const price = await findPrice(tx, packId)
    const claimed = price !== undefined && (await insertUnlock(tx, { ...request, price, unlockedAt }))
    if (!claimed) return unlockedBefore(tx, request)
    const { coins, posted } =
      price === 0
        ? { coins: await readCoins(tx, studentId), posted: false }
        : await wallet.post(tx, studentId, { kind: 'unlock', reference: packId, amount: -price })
    await addLearner(tx, packId)
    return { packId, unlockedAt: unlockedAt.toISOString(), charged: posted ? price : 0, coins }
  })
}
