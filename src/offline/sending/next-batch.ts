import { stillWaits } from './backoff.ts'
import type { AccountDatabase } from '../database.ts'
import { stateRange } from './outbox.ts'
import { isUnsure, type CallItem, type OutboxItem, type StudyItem } from '../schema.ts'

/**
 * Chooses what is sent next. Study facts and calls of the session are two queues: a call never holds a fact back,
 * but facts of a private pack follow the calls that make it.
 */

export type Facts = readonly [StudyItem, ...StudyItem[]]

export type Choice = {
  now: number
  /** Items wait by themselves after a failure, but not for this try. */
  ignoreBackoff: boolean
  /** What failed in this try: not once more in the same. */
  failed: ReadonlySet<number>
}

export function isStudy(item: OutboxItem): item is StudyItem {
  return item.kind !== 'call'
}
export function isCall(item: OutboxItem): item is CallItem {
  return item.kind === 'call'
}

const mayGo = (item: OutboxItem, { now, ignoreBackoff, failed }: Choice): boolean => {
  if (failed.has(item.seq)) return false
  return (ignoreBackoff && item.isAsked !== true) || !stillWaits(item.nextTryAt, now)
}

/**
 * Private packs with cards that the server may not know yet: it would refuse their facts. Cards that it declined
 * hold nothing up; a pack that it declined does, until its owner mends or drops it.
 */
const packsOnTheirWay = (calls: readonly OutboxItem[]): Set<unknown> => {
  const makes = (item: OutboxItem): item is CallItem =>
    isCall(item) &&
    (item.endpoint === 'POST /private-packs' ||
      (item.endpoint === 'PUT /private-packs/:packId/cards' && item.state !== 'refused'))
  return new Set(calls.filter(makes).map((call) => call.input.packId))
}

const travelTogether = (a: StudyItem, b: StudyItem): boolean =>
  a.packId === b.packId && a.sessionId === b.sessionId

/**
 * The oldest facts of one session, those that have not failed before first. Facts of which it is not known whether
 * they have arrived go before all others and alone: the reply to another batch might hold them, and they would
 * count twice.
 * @param limit facts at most in one batch
 */
export function nextFacts(database: AccountDatabase, limit: number, choice: Choice): Promise<Facts | null> {
  return database.use(async (connection) => {
    const outbox = connection.transaction('outbox').store
    const onTheirWay = packsOnTheirWay(await outbox.index('by-coalesce-key').getAll())
    const unsure: StudyItem[] = []
    const fresh: StudyItem[] = []
    const failedBefore: StudyItem[] = []
    for (const value of await outbox.index('by-state').getAll(stateRange('pending'))) {
      if (!isStudy(value) || onTheirWay.has(value.packId)) continue
      if (isUnsure(value)) {
        if (!mayGo(value, choice)) return null
        unsure.push(value)
        continue
      }
      if (!mayGo(value, choice)) continue
      const batch = value.nextTryAt === undefined ? fresh : failedBefore
      const [head] = batch
      if (batch.length < limit && (head === undefined || travelTogether(head, value))) batch.push(value)
    }
    const [head] = unsure
    const chosen = head
      ? unsure.filter((item) => travelTogether(head, item))
      : fresh.length > 0
        ? fresh
        : failedBefore
    const [first, ...rest] = chosen
    return first ? [first, ...rest] : null
  })
}

/** Calls of one group go in the order in which they were made. */
export function groupOf({
  endpoint,
  input,
  coalesceKey,
}: Pick<CallItem, 'endpoint' | 'input' | 'coalesceKey'>): string {
  if (endpoint.includes('/private-packs')) return `private-pack:${String(input.packId)}`
  if (endpoint.includes('/reviews/:reviewId/')) return `vote:${String(input.reviewId)}`
  return coalesceKey
}

/** The oldest call that may go, those that have not failed before first. */
export function nextCall(database: AccountDatabase, choice: Choice): Promise<CallItem | null> {
  return database.use(async (connection) => {
    const calls = (await connection.getAllFromIndex('outbox', 'by-coalesce-key'))
      .filter(isCall)
      .filter((call) => call.state !== 'refused')
      .sort((a, b) => a.seq - b.seq)
    const begun = new Set<string>()
    const ready = calls.filter((call) => {
      const group = groupOf(call)
      const isFirst = !begun.has(group)
      begun.add(group)
      return isFirst && call.state === 'pending' && mayGo(call, choice)
    })
    return ready.find((call) => call.nextTryAt === undefined) ?? ready[0] ?? null
  })
}

/** When something that failed may go again; null when nothing waits for its time. */
export function nextTryAt(
  database: AccountDatabase,
  { now, withCalls }: { now: number; withCalls: boolean },
): Promise<number | null> {
  return database.use(async (connection) => {
    let first = Infinity
    const pending = connection.transaction('outbox').store.index('by-state').iterate(stateRange('pending'))
    for await (const { value } of pending) {
      if ((withCalls || isStudy(value)) && stillWaits(value.nextTryAt, now))
        first = Math.min(first, value.nextTryAt)
    }
    return first === Infinity ? null : first
  })
}
