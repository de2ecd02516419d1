import { writeMeta, type AccountDatabase } from './database.ts'
import type { CallItem, NewOutboxItem, OutboxItem, StudyItem } from './schema.ts'
import { write } from './write.ts'

/**
 * What has still to be sent. A row is written durably before its effect shows, and leaves only when
 * the server has acknowledged its id.
 */

export type OutboxStatus = {
  /** Waiting to be sent, the parked ones included. */
  waiting: number
  /** Refused by the server: kept, and shown to their owner. */
  refused: number
}

/** Adds a call that may be sent late; an unsent one of the same key is replaced. */
export const enqueueCall = (
  database: AccountDatabase,
  call: Pick<CallItem, 'endpoint' | 'input' | 'coalesceKey'> & { id: string; createdAt: string },
): Promise<void> =>
  write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    for (const seq of await outbox.index('by-coalesce-key').getAllKeys(call.coalesceKey))
      await outbox.delete(seq)
    const item: NewOutboxItem = { ...call, kind: 'call', state: 'pending', attempts: 0 }
    await outbox.add(item as OutboxItem)
  })

const range = (state: OutboxItem['state']): IDBKeyRange => IDBKeyRange.bound([state, 0], [state, Infinity])

export const outboxStatus = (database: AccountDatabase): Promise<OutboxStatus> =>
  database.use(async (connection) => {
    const byState = connection.transaction('outbox').store.index('by-state')
    const [pending, parked, refused] = await Promise.all([
      byState.count(range('pending')),
      byState.count(range('parked')),
      byState.count(range('refused')),
    ])
    return { waiting: pending + parked, refused }
  })

/** Calls that wait, newest state of each key: what the page lays over the server's snapshot. */
export const waitingCalls = (database: AccountDatabase): Promise<CallItem[]> =>
  database.use(async (connection) => {
    const items = await connection.getAllFromIndex('outbox', 'by-coalesce-key')
    return items.filter((item): item is CallItem => item.kind === 'call' && item.state !== 'refused')
  })

/** Calls that the server declined: kept, so that their owner can mend them. */
export const refusedCalls = (database: AccountDatabase): Promise<CallItem[]> =>
  database.use(async (connection) => {
    const items = await connection.getAllFromIndex('outbox', 'by-state', range('refused'))
    return items.filter((item): item is CallItem => item.kind === 'call')
  })

/** Gives up the calls of a key. */
export const dropCalls = (database: AccountDatabase, coalesceKey: string): Promise<void> =>
  write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    for (const seq of await outbox.index('by-coalesce-key').getAllKeys(coalesceKey)) await outbox.delete(seq)
  })

const isStudy = (item: OutboxItem): item is StudyItem => item.kind !== 'call'

export type Batch = { kind: 'study'; items: [StudyItem, ...StudyItem[]] } | { kind: 'call'; item: CallItem }

/**
 * Private packs with cards that the server may not know yet: it would refuse their facts. Cards that it declined
 * hold nothing up; a pack that it declined does, until its owner mends or drops it.
 */
const packsOnTheirWay = (calls: readonly OutboxItem[]): Set<unknown> => {
  const makes = (item: OutboxItem): item is CallItem =>
    item.kind === 'call' &&
    (item.endpoint === 'POST /private-packs' ||
      (item.endpoint === 'PUT /private-packs/:packId/cards' && item.state !== 'refused'))
  return new Set(calls.filter(makes).map((call) => call.input.packId))
}

/**
 * The oldest waiting item, with all that may travel with it: facts of the same pack and session. Facts of a pack
 * that is still on its way to the server follow it.
 * @param limit items at most in one batch
 * @param withCalls false in the worker, which has no session
 */
export const nextBatch = (
  database: AccountDatabase,
  limit: number,
  withCalls: boolean,
): Promise<Batch | null> =>
  database.use(async (connection) => {
    const outbox = connection.transaction('outbox').store
    const onTheirWay = packsOnTheirWay(await outbox.index('by-coalesce-key').getAll())
    const items: StudyItem[] = []
    for await (const { value } of outbox.index('by-state').iterate(range('pending'))) {
      const head = items[0]
      if (!isStudy(value)) {
        if (withCalls && head === undefined) return { kind: 'call', item: value }
        continue
      }
      if (onTheirWay.has(value.packId)) continue
      if (head !== undefined && (value.packId !== head.packId || value.sessionId !== head.sessionId)) continue
      items.push(value)
      if (items.length === limit) break
    }
    const [first, ...rest] = items
    return first ? { kind: 'study', items: [first, ...rest] } : null
  })

/**
 * Gives parked items, and items that an older app saw refused, one more chance.
 * Called once at each start.
 */
export const reviveItems = (database: AccountDatabase, appVersion: string): Promise<void> =>
  write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    const parked = await outbox.index('by-state').getAll(range('parked'))
    const refused = await outbox.index('by-state').getAll(range('refused'))
    const again = [...parked, ...refused.filter((item) => item.refusedBy !== appVersion)]
    for (const item of again) await outbox.put({ ...item, state: 'pending' })
  })

/** Puts every parked and refused item back in the queue, and lets calls go at once: the student asked for it. */
export const retryAll = async (database: AccountDatabase): Promise<void> => {
  await writeMeta(database, 'callsRetryAt', undefined)
  await reviveItems(database, '')
}
