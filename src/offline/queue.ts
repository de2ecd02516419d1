import type { StudyConfig } from '#contract/account.ts'
import { dayOf, endOfDay } from '#contract/study-day.ts'
import type { AccountDatabase } from './database.ts'
import { isShown, type ShownRow } from './schema.ts'
import type { DeviceTime } from './plan.ts'

/** One card that a session will show. */
export type QueuedCard = { cardId: string; packId: string; isNew: boolean; dueAt: string | null }

/** Where to study: every pack on the device, or one. */
export type QueueScope = { packId: string } | 'today'

export type QueueOptions = {
  scope: QueueScope
  config: Pick<StudyConfig, 'newCardsPerDay' | 'order'>
  time: DeviceTime
  /** Cards at most. */
  limit: number
}

const dueRows = (
  database: AccountDatabase,
  { scope, limit }: QueueOptions,
  dueBefore: string,
): Promise<ShownRow[]> =>
  database.use(async (connection) => {
    const tx = connection.transaction(['states', 'cards'])
    const states = tx.objectStore('states')
    const index =
      scope === 'today'
        ? states.index('by-due').iterate(IDBKeyRange.upperBound(dueBefore, true))
        : states
            .index('by-pack')
            .iterate(IDBKeyRange.bound([scope.packId, ''], [scope.packId, dueBefore], false, true))
    const rows: ShownRow[] = []
    for await (const cursor of index) {
      if (rows.length === limit) break
      const row = cursor.value
      const isHere = (await tx.objectStore('cards').getKey(row.cardId)) !== undefined
      if (isHere && isShown(row)) rows.push(row)
    }
    return rows
  })

/** New cards in the order of their packs, the newest pack first. */
const newCards = (database: AccountDatabase, scope: QueueScope, limit: number): Promise<QueuedCard[]> =>
  database.use(async (connection) => {
    const tx = connection.transaction(['unseen', 'packs'])
    const packs = scope === 'today' ? await tx.objectStore('packs').getAll() : []
    packs.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    const packIds = scope === 'today' ? packs.map((pack) => pack.packId) : [scope.packId]
    const cards: QueuedCard[] = []
    for (const packId of packIds) {
      if (cards.length >= limit) break
      const range = IDBKeyRange.bound([packId, 0], [packId, Infinity])
      const rows = await tx
        .objectStore('unseen')
        .index('by-pack')
        .getAll(range, limit - cards.length)
      cards.push(...rows.map((row) => ({ cardId: row.cardId, packId, isNew: true, dueAt: null })))
    }
    return cards
  })

const introducedOn = (database: AccountDatabase, day: string): Promise<number> =>
  database.use((connection) => connection.countFromIndex('states', 'by-introduction', day))

/** Spreads the shorter list evenly through the longer one. */
const mixed = <T>(a: readonly T[], b: readonly T[]): T[] =>
  [
    ...a.map((item, index) => ({ item, at: (index + 0.5) / a.length })),
    ...b.map((item, index) => ({ item, at: (index + 0.5) / b.length })),
  ]
    .sort((x, y) => x.at - y.at)
    .map(({ item }) => item)

const ordered = (due: QueuedCard[], fresh: QueuedCard[], order: StudyConfig['order']): QueuedCard[] => {
  if (order === 'new-first') return [...fresh, ...due]
  return order === 'mixed' ? mixed(due, fresh) : [...due, ...fresh]
}

/**
 * The cards to study now: what is due before the end of the study day, most overdue first, and new
 * cards within today's number. In one pack the student may go on past that number: then new cards
 * come even when today's are used up.
 */
export async function studyQueue(database: AccountDatabase, options: QueueOptions): Promise<QueuedCard[]> {
  const day = dayOf(options.time.now, options.time.utcOffsetMinutes)
  const due = await dueRows(database, options, endOfDay(day, options.time.utcOffsetMinutes))
  const allowance = Math.max(0, options.config.newCardsPerDay - (await introducedOn(database, day)))
  const wanted =
    options.scope !== 'today' && due.length === 0
      ? Math.max(allowance, options.config.newCardsPerDay, 1)
      : allowance
  const fresh = await newCards(database, options.scope, Math.min(wanted, options.limit - due.length))
  const dueCards = due.map((row) => ({
    cardId: row.cardId,
    packId: row.packId,
    isNew: false,
    dueAt: row.dueAt,
  }))
  return ordered(dueCards, fresh, options.config.order)
}

/**
 * When a card next comes due after `from`, among the cards on this device.
 * @param from ISO instant
 * @returns null when none will
 */
export function nextDueAt(
  database: AccountDatabase,
  scope: QueueScope,
  from: string,
): Promise<string | null> {
  return database.use(async (connection) => {
    const tx = connection.transaction(['states', 'cards'])
    const states = tx.objectStore('states')
    const index =
      scope === 'today'
        ? states.index('by-due').iterate(IDBKeyRange.lowerBound(from, true))
        : states
            .index('by-pack')
            .iterate(IDBKeyRange.bound([scope.packId, from], [scope.packId, '\uffff'], true))
    for await (const cursor of index) {
      const row = cursor.value
      if (isShown(row) && (await tx.objectStore('cards').getKey(row.cardId)) !== undefined) return row.dueAt
    }
    return null
  })
}
