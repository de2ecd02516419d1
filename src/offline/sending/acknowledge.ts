import type { CardState, RecordReply, StudySummary } from '#contract/study.ts'
import { scheduledOnly } from '../projection.ts'
import { projectionStores, reprojectCard, reprojectDay, type ProjectionTransaction } from '../reproject.ts'
import { isSealed } from '../sealed.ts'
import { noteSentCall, readAccount } from '../accounts.ts'
import { write } from '../write.ts'
import { isCall } from './next-batch.ts'
import { stateRange } from './outbox.ts'
import { isOvertaken } from './overtaken.ts'
import type { AccountDatabase } from '../database.ts'
import type { CallItem, MetaValues, OutboxState, StudyItem } from '../schema.ts'

/** Failures of one item, while others get through, after which it is set aside. */
const triesBeforeSetAside = 5

/** The server's words, as the row of a declined call keeps them. */
export type CallRefusal = Pick<CallItem, 'refusalMessage' | 'refusalShowType' | 'refusalCode'>

/**
 * Takes the server's reply to a batch: in one transaction the acknowledged rows leave the outbox and
 * the states that hold them come in, unless their owner has signed out. A kill before it loses nothing:
 * the batch is sent again, and the server answers the same.
 */
export function acknowledge(
  database: AccountDatabase,
  sent: readonly StudyItem[],
  reply: RecordReply,
  appVersion: string,
): Promise<void> {
  return write(database, projectionStores, async (tx) => {
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
    const arrived = sent.filter(({ id }) => (results.get(id)?.status ?? 'refused') !== 'refused')
    await noteSent(tx, arrived)
    if (await isSealed(tx.objectStore('meta'))) return
    await storeStates(tx, { ...reply, version: reply.totals.version })
    await storeSummary(tx, reply)
    const touched = new Map(sent.map((item) => [item.cardId, item.packId]))
    for (const [cardId, packId] of touched) await reprojectCard(tx, cardId, packId)
    for (const day of new Set(sent.map((item) => item.day))) await reprojectDay(tx, day)
  })
}

/** Facts of before a sign-out are in no journal: it is written down that they have arrived. */
const noteSent = async (tx: ProjectionTransaction, items: readonly StudyItem[]): Promise<void> => {
  const unknown: string[] = []
  for (const item of items) {
    const isAnswer = item.kind === 'answer'
    const entry = await tx.objectStore('journal').get(isAnswer ? item.id : item.payload.answerId)
    if (entry === undefined || (!isAnswer && !entry.undone)) unknown.push(item.id)
  }
  if (unknown.length === 0) return
  const known = ((await tx.objectStore('meta').get('sent')) as MetaValues['sent'] | undefined) ?? []
  await tx.objectStore('meta').put([...known, ...unknown], 'sent')
}

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
export async function storeStates(
  tx: ProjectionTransaction,
  { states, reset, version }: { states: readonly CardState[]; reset: readonly string[]; version: number },
): Promise<void> {
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

/**
 * Puts the server's days and totals under what waits; older ones are left aside.
 * @param inDoubt days that may hold facts that wait: they stay as they are, and the totals with them
 */
export async function storeSummary(
  tx: ProjectionTransaction,
  { days, totals }: StudySummary,
  inDoubt: ReadonlySet<string> = new Set(),
): Promise<void> {
  const known = (await tx.objectStore('meta').get('totals')) as MetaValues['totals'] | undefined
  if (known && known.version > totals.version) return
  const store = tx.objectStore('days')
  for (const day of days) {
    if (inDoubt.has(day.day)) continue
    await store.put({ ...((await store.get(day.day)) ?? day), base: day })
    await reprojectDay(tx, day.day)
  }
  if (inDoubt.size === 0) await tx.objectStore('meta').put(totals, 'totals')
}

/** A sent call has done its work, unless a later one took its place since; so has what it overtakes. */
export async function acknowledgeCall(database: AccountDatabase, item: CallItem): Promise<void> {
  const { accountId } = database
  // Older calls may lie there: they must not undo this one. A kill after the note only sends the call again.
  const { setAside = [] } = (await readAccount(accountId)) ?? {}
  if (setAside.length > 0) await noteSentCall(accountId, item)
  await write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    await outbox.delete(item.seq)
    for (const call of (await outbox.index('by-state').getAll(stateRange('refused'))).filter(isCall))
      if (call.seq < item.seq && isOvertaken(call, item)) await outbox.delete(call.seq)
  })
}

/** Before facts go out: from here on the server may hold them, whether or not its answer arrives. */
export function noteDeparture(database: AccountDatabase, items: readonly StudyItem[]): Promise<void> {
  return noteDoubt(database, items, true)
}

/** The server said no to all of them. */
export function noteNotStored(database: AccountDatabase, items: readonly StudyItem[]): Promise<void> {
  return noteDoubt(database, items, false)
}

const noteDoubt = (
  database: AccountDatabase,
  items: readonly StudyItem[],
  mayBeStored: boolean,
): Promise<void> =>
  write(database, ['outbox'], async (tx) => {
    for (const item of items) {
      const row = await tx.objectStore('outbox').get(item.seq)
      if (row === undefined || row.kind === 'call' || row.mayBeStored === mayBeStored) continue
      await tx.objectStore('outbox').put({ ...row, mayBeStored })
    }
  })

type Failure = {
  error: string
  state: OutboxState
  appVersion: string
  /** When it may be tried again; and whether it was the server that asked for so long. */
  nextTryAt?: number
  isAsked?: boolean
  /** For facts: it is not known whether they were stored. */
  isInDoubt?: boolean
  awaitsConsent?: boolean
  refusal?: CallRefusal
}

/** Notes a failed attempt on its rows. `parked` takes them out of the queue for a while. */
export function noteFailure(
  database: AccountDatabase,
  items: readonly (StudyItem | CallItem)[],
  { error, state, appVersion, nextTryAt, isAsked, isInDoubt = false, awaitsConsent, refusal }: Failure,
): Promise<void> {
  return write(database, ['outbox'], async (tx) => {
    for (const item of items) {
      const row = await tx.objectStore('outbox').get(item.seq)
      // Gone, or set aside by another sender since.
      if (row?.state !== 'pending') continue
      await tx.objectStore('outbox').put({
        ...row,
        state,
        attempts: row.attempts + 1,
        lastError: error,
        nextTryAt,
        isAsked,
        ...(row.kind === 'call' ? { awaitsConsent } : { mayBeStored: isInDoubt }),
        ...(state === 'refused' && { refusedBy: appVersion, ...refusal }),
      })
    }
  })
}

/** Sets aside what has failed often enough, until somebody or something asks for it again. */
export function setAside(database: AccountDatabase, seqs: readonly number[]): Promise<void> {
  return write(database, ['outbox'], async (tx) => {
    for (const seq of seqs) {
      const row = await tx.objectStore('outbox').get(seq)
      if (row?.state === 'pending' && row.attempts >= triesBeforeSetAside)
        await tx
          .objectStore('outbox')
          .put({ ...row, state: 'parked', ...(row.kind !== 'call' && { mayBeStored: false }) })
    }
  })
}
