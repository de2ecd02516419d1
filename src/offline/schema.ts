import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Profile } from '#contract/account.ts'
import type { ScheduledState } from '#contract/scheduling.ts'
import type { Card, Catalogue } from '#contract/packs.ts'
import type { StrokeData } from '#contract/stroke-order.ts'
import type { AnswerRefusal, ShowType } from '#contract/errors.ts'
import type { CardState, StudyAnswer, StudyDay, StudyTotals, StudyUndo } from '#contract/study.ts'
import type { EndpointKey } from '#contract/api.ts'
import type { Named } from '#contract/wire.ts'
import type { ClockReading } from './clock/trusted-clock.ts'

/**
 * One database per account. `base` is what the server last said; the fields beside it are what the
 * learner sees: the base with the answers still waiting. Nothing is read as a whole: every question
 * that the start asks has an index, so its cost does not grow with history.
 */

/**
 * `parked`: set aside after failing again and again while others got through, or waiting for a guardian's consent;
 * tried again at the next start, on return, and each hour.
 */
export type OutboxState = 'pending' | 'parked' | 'refused'

type OutboxFields = {
  seq: number
  /** The id of the fact that is sent; the server stores it once. */
  id: string
  state: OutboxState
  createdAt: string
  attempts: number
  lastError?: string
  /** Failed before: not again until then (epoch milliseconds). */
  nextTryAt?: number
  /** It was the server that asked for this wait. */
  isAsked?: boolean
  /** The app version that saw the refusal; a newer one tries once more. */
  refusedBy?: string
}

type StudyFields = OutboxFields & {
  /** It went out and no answer of the server came: it may be stored there. */
  mayBeStored?: boolean
}

export type AnswerItem = StudyFields & {
  kind: 'answer'
  packId: string
  sessionId: string
  cardId: string
  day: string
  payload: StudyAnswer
  refusal?: AnswerRefusal
}
export type UndoItem = StudyFields & {
  kind: 'undo'
  packId: string
  sessionId: string
  cardId: string
  day: string
  payload: StudyUndo
  refusal?: AnswerRefusal
}
/** A call of the contract that may be sent late, e.g. a favourite. */
export type CallItem = OutboxFields & {
  kind: 'call'
  endpoint: EndpointKey
  input: Record<string, unknown>
  /** Lacks nothing but a guardian's consent: tried again once there is one, and at each start. */
  awaitsConsent?: boolean
  /** A later call of the same key takes the place of an earlier one, e.g. `favorite:<packId>`. */
  coalesceKey: string
  /** The generation of the database that it was moved from; absent: it was made in this one. */
  madeIn?: number
  /** What the server said when it declined, for its owner to read and to mend. */
  refusalMessage?: string
  /** How it wants that shown, and its code; absent from rows that an older app wrote. */
  refusalShowType?: ShowType
  refusalCode?: number
}
export type StudyItem = AnswerItem | UndoItem
export type OutboxItem = StudyItem | CallItem

/** After so many tries a fact counts as not stored, so that one strange fact does not hold back all others. */
const triesInDoubt = 8

/** Whether a snapshot of the server may hold this fact although it still waits here. */
export function isUnsure(item: OutboxItem): boolean {
  return item.kind !== 'call' && item.mayBeStored === true && item.attempts < triesInDoubt
}

type WithoutSeq<T> = T extends OutboxItem ? Omit<T, 'seq'> : never
export type NewOutboxItem = WithoutSeq<OutboxItem>

/** An answer as this device remembers it: for undo, today's numbers and statistics with no network. */
export type JournalAnswer = {
  id: string
  cardId: string
  packId: string
  sessionId: string
  day: string
  rating: number
  answeredAt: string
  durationMs: number
  wasNew: boolean
  undone: boolean
  /** The card's state that the answer met; undo puts it back. */
  before: ScheduledState | null
}

/** A card with answers, as the learner sees it. */
export type ShownRow = ScheduledState & { packId: string; base: CardState | null }
/** All answers of the base are taken back by undos that wait: without a due date, no index sees the row. */
type HiddenRow = { cardId: string; packId: string; base: CardState }
export type CardRow = ShownRow | HiddenRow

export function isShown(row: CardRow | undefined): row is ShownRow {
  return row !== undefined && 'dueAt' in row
}

type DayRow = StudyDay & { base: StudyDay | null }

/** A card of a downloaded pack. */
export type StoredCard = Card & {
  position: number
  /** How its one character is written; null where no drawing exists; absent: not asked, or names none. */
  strokes?: StrokeData | null
}

/** Never answered; one row per card, so that new cards are found and counted by index. */
type UnseenCard = { cardId: string; packId: string; position: number }

/** A downloaded pack without its catalogue: all of them are listed together. */
export type StoredPack = {
  packId: string
  title: string
  label: string
  subject: Named
  cardCount: number
  /** Written by the student: its cards are edited, not reported. */
  isPrivate: boolean
  /** Rough size on this device, in bytes of JSON. */
  bytes: number
  status: 'downloading' | 'ready'
  /** When cards of it last came to this device. */
  updatedAt: string
  /** What the list of packs said of the version that is here. */
  version?: string
  /** The strokes of its characters came, too. */
  hasStrokes?: boolean
}

export type MetaValues = {
  deviceId: string
  /** The last version of card states that was pulled. */
  statesCursor: number
  totals: StudyTotals
  /** States and totals were pulled to their end at least once. */
  isSynced: boolean
  /** The server's clock and this device's, when they were last compared. */
  clock: ClockReading
  /** The daily goal, for the projection of today. */
  dailyGoal: number
  /** Who studies, and how: kept for as long as the account is, since study needs it. */
  profile: Profile
  /** Until then nothing is sent: there was no network, or the server asked for it (`isAsked`). */
  retry: { attempts: number; retryAt: number; isAsked?: boolean }
  /** Packs that the student has taken off this device: they do not come back unasked. */
  keptAway: readonly string[]
  /** Ids of facts that have arrived and that the journal does not know, until the second place has dropped them. */
  sent: readonly string[]
  /** The owner signed out: nothing readable may be written until the next sign-in. */
  sealed: true
  lease: { owner: string; expiresAt: number }
}

export type AccountSchema = {
  outbox: {
    key: number
    value: OutboxItem
    indexes: {
      'by-id': string
      'by-state': [OutboxState, number]
      'by-card': string
      'by-day': string
      'by-coalesce-key': string
    }
  }
  journal: { key: string; value: JournalAnswer; indexes: { 'by-day': string } }
  states: {
    key: string
    value: CardRow
    indexes: {
      'by-due': string
      'by-pack': [string, string]
      'by-mastery': [string, number]
      'by-introduction': string
    }
  }
  unseen: { key: string; value: UnseenCard; indexes: { 'by-pack': [string, number] } }
  cards: { key: string; value: StoredCard; indexes: { 'by-pack': [string, number] } }
  packs: { key: string; value: StoredPack }
  catalogues: { key: string; value: Catalogue }
  days: { key: string; value: DayRow }
  meta: { key: keyof MetaValues; value: MetaValues[keyof MetaValues] }
}

export type AccountStore = StoreNames<AccountSchema>
export type AccountConnection = IDBPDatabase<AccountSchema>
export type WriteTransaction<Names extends AccountStore[]> = IDBPTransaction<
  AccountSchema,
  Names,
  'readwrite'
>

const storeNames: readonly AccountStore[] = [
  'outbox',
  'journal',
  'states',
  'unseen',
  'cards',
  'packs',
  'catalogues',
  'days',
  'meta',
]

export const schemaVersion = 1

/** Whether this app can work on a database that a newer one has changed: it may have added, never taken away. */
export function hasAllStores(names: DOMStringList): boolean {
  return storeNames.every((name) => names.contains(name))
}

/** Makes the stores of a new database. A later version upgrades from every older one here. */
export function makeStores(database: AccountConnection): void {
  const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  outbox.createIndex('by-id', 'id', { unique: true })
  outbox.createIndex('by-state', ['state', 'seq'])
  outbox.createIndex('by-card', 'cardId')
  outbox.createIndex('by-day', 'day')
  outbox.createIndex('by-coalesce-key', 'coalesceKey')
  database.createObjectStore('journal', { keyPath: 'id' }).createIndex('by-day', 'day')
  const states = database.createObjectStore('states', { keyPath: 'cardId' })
  states.createIndex('by-due', 'dueAt')
  states.createIndex('by-pack', ['packId', 'dueAt'])
  states.createIndex('by-mastery', ['packId', 'stability'])
  states.createIndex('by-introduction', 'introducedOn')
  database.createObjectStore('unseen', { keyPath: 'cardId' }).createIndex('by-pack', ['packId', 'position'])
  database.createObjectStore('cards', { keyPath: 'id' }).createIndex('by-pack', ['packId', 'position'])
  database.createObjectStore('packs', { keyPath: 'packId' })
  database.createObjectStore('catalogues', { keyPath: 'packId' })
  database.createObjectStore('days', { keyPath: 'day' })
  database.createObjectStore('meta')
}
