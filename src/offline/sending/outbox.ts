import type { AccountDatabase } from '../database.ts'
import type { CallItem, NewOutboxItem, OutboxItem } from '../schema.ts'
import { write } from '../write.ts'

/**
 * What has still to be sent. A row is written durably before its effect shows, and leaves only when
 * the server has acknowledged its id.
 */

export type OutboxStatus = {
  /** Waiting to be sent, the parked ones included. */
  waiting: number
  /** Of these, set aside after failing again and again. */
  setAside: number
  /** Refused by the server: kept, and shown to their owner. */
  refused: number
}

/** Adds a call that may be sent late; an unsent one of the same key is replaced. */
export function enqueueCall(
  database: AccountDatabase,
  call: Pick<CallItem, 'endpoint' | 'input' | 'coalesceKey'> & { id: string; createdAt: string },
): Promise<void> {
  return write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    for (const seq of await outbox.index('by-coalesce-key').getAllKeys(call.coalesceKey))
      await outbox.delete(seq)
    const item: NewOutboxItem = { ...call, kind: 'call', state: 'pending', attempts: 0 }
    await outbox.add(item as OutboxItem)
  })
}

export function stateRange(state: OutboxItem['state']): IDBKeyRange {
  return IDBKeyRange.bound([state, 0], [state, Infinity])
}

export function outboxStatus(database: AccountDatabase): Promise<OutboxStatus> {
  return database.use(async (connection) => {
    const byState = connection.transaction('outbox').store.index('by-state')
    const [pending, parked, refused] = await Promise.all([
      byState.count(stateRange('pending')),
      byState.getAll(stateRange('parked')),
      byState.count(stateRange('refused')),
    ])
    const setAside = parked.filter((item) => item.kind !== 'call' || item.awaitsConsent !== true)
    return { waiting: pending + parked.length, setAside: setAside.length, refused }
  })
}

/** Calls that wait, newest state of each key, in the order in which they were made: what the page lays over the server's snapshot. */
export function waitingCalls(database: AccountDatabase): Promise<CallItem[]> {
  return database.use(async (connection) => {
    const items = await connection.getAllFromIndex('outbox', 'by-coalesce-key')
    return items
      .filter((item): item is CallItem => item.kind === 'call' && item.state !== 'refused')
      .sort((a, b) => a.seq - b.seq)
  })
}

/** Calls that the server declined: kept, so that their owner can mend them. */
export function refusedCalls(database: AccountDatabase): Promise<CallItem[]> {
  return database.use(async (connection) => {
    const items = await connection.getAllFromIndex('outbox', 'by-state', stateRange('refused'))
    return items.filter((item): item is CallItem => item.kind === 'call')
  })
}

/** The call of a key, in whatever state it is; undefined once it is sent. */
export function callOfKey(database: AccountDatabase, coalesceKey: string): Promise<CallItem | undefined> {
  return database.use(async (connection) => {
    const item = await connection.getFromIndex('outbox', 'by-coalesce-key', coalesceKey)
    return item?.kind === 'call' ? item : undefined
  })
}

/** Gives up the calls of a key. */
export function dropCalls(database: AccountDatabase, coalesceKey: string): Promise<void> {
  return write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    for (const seq of await outbox.index('by-coalesce-key').getAllKeys(coalesceKey)) await outbox.delete(seq)
  })
}

/**
 * Gives parked items, and items that an older app saw refused, one more chance; at a start also those that wait for
 * a guardian's consent, of which the server's answer reminds the student.
 */
export function reviveItems(
  database: AccountDatabase,
  appVersion: string,
  { isStart = true } = {},
): Promise<void> {
  return write(database, ['outbox'], async (tx) => {
    const outbox = tx.objectStore('outbox')
    const parked = await outbox.index('by-state').getAll(stateRange('parked'))
    const refused = await outbox.index('by-state').getAll(stateRange('refused'))
    const again = [
      ...parked.filter((item) => isStart || item.kind !== 'call' || item.awaitsConsent !== true),
      ...refused.filter((item) => item.refusedBy !== appVersion),
    ]
    for (const item of again) await outbox.put({ ...item, state: 'pending', nextTryAt: undefined })
  })
}

/** Puts every parked and refused item back in the queue and ends all waits: the student asked for it. */
export async function retryAll(database: AccountDatabase): Promise<void> {
  await reviveItems(database, '')
  await write(database, ['outbox', 'meta'], async (tx) => {
    await tx.objectStore('meta').delete('retry')
    const outbox = tx.objectStore('outbox')
    for (const item of await outbox.index('by-state').getAll(stateRange('pending')))
      if (item.nextTryAt !== undefined)
        await outbox.put({ ...item, nextTryAt: undefined, isAsked: undefined })
  })
}
