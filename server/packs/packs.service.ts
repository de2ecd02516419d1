import type { Transaction } from 'kysely'
import { centsPerCoin } from '#contract/coin-rules.ts'
import type { UnlockReply } from '#contract/packs.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import {
  addLearners,
  deleteUnlock,
  findOffer,
  findPrice,
  findUnlock,
  insertUnlock,
  readCoins,
  stampUnlock,
} from './packs.repository.ts'

/** The rule of unlocking: once, for the price, all of it or nothing. */

type UnlockRequest = { packId: string; studentId: string; paymentMethod: string }

type OrderRequest = Parameters<Deps['placeOrder']>[0]

/** Buying with money: what an order needs besides the pack. */
type CashRequest = Omit<OrderRequest, 'orderId'> & { packId: string; orderId: string | undefined }

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
 * @throws ExpectedError `not_found`, `insufficient_balance`
 */
export async function unlockPack(
  { database, wallet, clock }: Pick<Deps, 'database' | 'wallet' | 'clock'>,
  request: UnlockRequest,
): Promise<UnlockReply> {
  const { packId, studentId } = request
  return database.transaction(async (tx) => {
    const price = await findPrice(tx, packId)
    const claimed =
      price !== undefined && (await insertUnlock(tx, { ...request, price, unlockedAt: clock() }))
    if (!claimed) return unlockedBefore(tx, request)
    const { coins, posted } =
      price === 0
        ? { coins: await readCoins(tx, studentId), posted: false }
        : await wallet.post(tx, studentId, { kind: 'unlock', reference: packId, amount: -price })
    // Set again after waiting for the wallet, so that the pack does not come into a list that is being paged already.
    const unlockedAt = clock()
    await stampUnlock(tx, { packId, studentId, unlockedAt })
    await addLearners(tx, packId, 1)
    return { packId, unlockedAt: unlockedAt.toISOString(), charged: posted ? price : 0, coins }
  })
}

/**
 * Unlocks a pack for money: gives the order, and the pack once it is paid. A free pack needs no order.
 * @throws ExpectedError `not_found`, `invalid_input`, and as `PlaceOrder`
 */
export async function buyPack(deps: Deps, request: CashRequest): Promise<UnlockReply> {
  const { packId, studentId, orderId, paymentMethod } = request
  const { db } = deps.database
  const before = await findUnlock(db, packId, studentId)
  const coins = await readCoins(db, studentId)
  if (before) return { packId, unlockedAt: before.unlocked_at.toISOString(), charged: 0, coins }
  const offer = (await findOffer(db, packId)) ?? fail('not_found')
  if (offer.price_coins === 0) return unlockPack(deps, { packId, studentId, paymentMethod })
  if (orderId === undefined) return fail('invalid_input', { field: '订单编号' })
  const order = await deps.placeOrder(
    { ...request, orderId },
    {
      title: offer.title,
      coins: 0,
      priceCents: offer.price_coins * centsPerCoin,
      productId: null,
      packId,
    },
  )
  const unlock = await findUnlock(db, packId, studentId)
  return {
    packId,
    unlockedAt: unlock?.unlocked_at.toISOString() ?? null,
    charged: 0,
    coins,
    order,
  }
}

/** What an order does to a pack, in the transaction that settles it. */
export const packGrant: Deps['packGrant'] = {
  grantPack: async (tx, { studentId, packId, paymentMethod, now }) => {
    const claimed = await insertUnlock(tx, { packId, studentId, paymentMethod, price: 0, unlockedAt: now })
    if (claimed) await addLearners(tx, packId, 1)
    return claimed
  },
  takePackBack: async (tx, { studentId, packId }) => {
    const taken = await deleteUnlock(tx, { studentId, packId })
    if (taken) await addLearners(tx, packId, -1)
  },
}
