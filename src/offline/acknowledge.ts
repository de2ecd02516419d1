import type { CardState, RecordReply, StudySummary } from '#contract/study.ts'
import { scheduledOnly } from './projection.ts'
import { projectionStores, reprojectCard, reprojectDay, type ProjectionTransaction } from './reproject.ts'
import { isSealed } from './sealed.ts'
import { write } from './write.ts'
import type { AccountDatabase } from './database.ts'
import type { CallItem, MetaValues, OutboxState, StudyItem } from './schema.ts'

/**
 * Takes the server's reply to a batch: in one transaction the acknowledged rows leave the outbox and
 * the states that hold them come in, unless their owner has signed out. A kill before it loses nothing:
 * the batch is sent again, and the server answers the same.
 */
export const acknowledge = (
  database: AccountDatabase,
  sent: readonly StudyItem[],
  reply: RecordReply,
  appVersion: string,
): Promise<void> =>
  write(database, projectionStores, async (tx) => {
    const outbox = tx.objectStore('outbox')
    const results = new Map(reply.results.map((result) => [result.id, result]))
    for (const item of sent) {
      const result = results.get(item.id)
      if (result === undefined) continue
      if (result.status !== 'refused') await outbox.delete(item.seq)
      else if ((await outbox.getKey(item.seq)) !== undefined) {
        await outbox.put({ ...item, state: 'refused', refusal: result.reason, refusedBy: appVersion })
      }
    }
    if (await isSealed(tx.objectStore('meta'))) return
    await storeStates(tx, { ...reply, version: reply.totals.version })
    await storeSummary(tx, reply)
    const touched = new Map(sent.map((item) => [item.cardId, item.packId]))
    for (const [cardId, packId] of touched) await reprojectCard(tx, cardId, packId)
    for (const day of new Set(sent.map((item) => item.day))) await reprojectDay(tx, day)
  })

const waitingCards = async (tx: ProjectionTransaction): Promise<Set<string>> => {
  const cards = new Set<string>()
  for await (const cursor of tx.objectStore('outbox').index('by-card').iterate(null, 'nextunique'))
    cards.add(cursor.key)
  return cards
}

/**
 * Puts the server's states under what waits. An older state never takes the place of a newer one.
 * @param version the student's version at which the server said so
 */
export const storeStates = async (
  tx: ProjectionTransaction,
  { states, reset, version }: { states: readonly CardState[]; reset: readonly string[]; version: number },
): Promise<void> => {
  const store = tx.objectStore('states')
  const waiting = await waitingCards(tx)
  for (const state of states) {
    const row = await store.get(state.cardId)
    if (row?.base && row.base.version >= state.version) continue
    await store.put({ ...scheduledOnly(state), packId: state.packId, base: state })
    if (waiting.has(state.cardId)) await reprojectCard(tx, state.cardId, state.packId)
    else await tx.objectStore('unseen').delete(state.cardId)
  }
  for (const cardId of reset) {
    const row = await store.get(cardId)
    if (!row?.base || row.base.version > version) continue
    await store.delete(cardId)
    await reprojectCard(tx, cardId, row.packId)
  }
}

/** Puts the server's days and totals under what waits; older ones are left aside. */
export const storeSummary = async (
  tx: ProjectionTransaction,
  { days, totals }: StudySummary,
): Promise<void> => {
  const known = (await tx.objectStore('meta').get('totals')) as MetaValues['totals'] | undefined
  if (known && known.version > totals.version) return
  const store = tx.objectStore('days')
  for (const day of days) {
    await store.put({ ...((await store.get(day.day)) ?? day), base: day })
    await reprojectDay(tx, day.day)
  }
  await tx.objectStore('meta').put(totals, 'totals')
}

/** A sent call has done its work, unless a later one took its place meanwhile. */
export const acknowledgeCall = (database: AccountDatabase, item: CallItem): Promise<void> =>
  database.use(async (connection) => connection.delete('outbox', item.seq))

/** Notes a failed attempt on its rows. `parked` takes them out of the queue until the next start. */
export const noteFailure = (
  database: AccountDatabase,
  items: readonly (StudyItem | CallItem)[],
  {
    error,
    state,
    appVersion,
    message,
  }: { error: string; state: OutboxState; appVersion: string; message?: string | undefined },
): Promise<void> =>
  write(database, ['outbox'], async (tx) => {
    for (const item of items) {
      const row = await tx.objectStore('outbox').get(item.seq)
      // Gone, or set aside by another sender meanwhile.
      if (row?.state !== 'pending') continue
      await tx.objectStore('outbox').put({
        ...row,
        state,
        attempts: row.attempts + 1,
        lastError: error,
        ...(state === 'refused' && { refusedBy: appVersion, ...(message && { refusalMessage: message }) }),
      })
    }
  })
