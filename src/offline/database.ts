import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb'
import type { ScheduledState } from '#contract/scheduling.ts'
import type { Card, Catalogue } from '#contract/packs.ts'
import type { AnswerRefusal } from '#contract/errors.ts'
import type { CardState, StudyAnswer, StudyDay, StudyTotals, StudyUndo } from '#contract/study.ts'
import type { EndpointKey } from '#contract/api.ts'
import type { Named } from '#contract/wire.ts'
import { listAccounts } from './accounts.ts'

/**
 * One database per account. `base` is what the server last said; the fields beside it are what the
 * learner sees: the base with the answers still waiting. Nothing is read as a whole: every question
 * that the start asks has an index, so its cost does not grow with history.
 */

/** `parked`: an answer of the network that no rule explains; tried again at the next start. */
export type OutboxState = 'pending' | 'parked' | 'refused'

type OutboxFields = {
  seq: number
  /** The id of the fact that is sent; the server stores it once. */
  id: string
  state: OutboxState
  createdAt: string
  attempts: number
  lastError?: string
  /** The app version that saw the refusal; a newer one tries once more. */
  refusedBy?: string
}

export type AnswerItem = OutboxFields & {
  kind: 'answer'
  packId: string
  sessionId: string
  cardId: string
  day: string
  payload: StudyAnswer
  refusal?: AnswerRefusal
}
export type UndoItem = OutboxFields & {
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
  /** A later call of the same key takes the place of an earlier one, e.g. `favorite:<packId>`. */
  coalesceKey: string
}
export type StudyItem = AnswerItem | UndoItem
export type OutboxItem = StudyItem | CallItem
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
export type HiddenRow = { cardId: string; packId: string; base: CardState }
export type CardRow = ShownRow | HiddenRow

export const isShown = (row: CardRow | undefined): row is ShownRow => row !== undefined && 'dueAt' in row

export type DayRow = StudyDay & { base: StudyDay | null }

/** A card of a downloaded pack. */
export type StoredCard = Card & { position: number }

/** Never answered; one row per card, so that new cards are found and counted by index. */
export type UnseenCard = { cardId: string; packId: string; position: number }

/** A downloaded pack without its catalogue: all of them are listed together. */
export type StoredPack = {
  packId: string
  title: string
  label: string
  subject: Named
  cardCount: number
  /** Rough size on this device, in bytes of JSON. */
  bytes: number
  status: 'downloading' | 'ready'
  updatedAt: string
}

export type MetaValues = {
  deviceId: string
  /** The last version of card states that was pulled. */
  statesCursor: number
  totals: StudyTotals
  /** States and totals were pulled to their end at least once. */
  isSynced: boolean
  /** The daily goal, for the projection of today. */
  dailyGoal: number
  retry: { attempts: number; retryAt: number }
  /** The owner signed out: nothing readable may be written until the next sign-in. */
  sealed: true
  lease: { owner: string; expiresAt: number }
}

export interface AccountSchema extends DBSchema {
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

const schemaVersion = 1

export const accountDatabaseName = (accountId: string): string => `zhika:${accountId}`

const open = (accountId: string, onLost: () => void): Promise<AccountConnection> =>
  openDB<AccountSchema>(accountDatabaseName(accountId), schemaVersion, {
    upgrade: (database) => {
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
      database
        .createObjectStore('unseen', { keyPath: 'cardId' })
        .createIndex('by-pack', ['packId', 'position'])
      database.createObjectStore('cards', { keyPath: 'id' }).createIndex('by-pack', ['packId', 'position'])
      database.createObjectStore('packs', { keyPath: 'packId' })
      database.createObjectStore('catalogues', { keyPath: 'packId' })
      database.createObjectStore('days', { keyPath: 'day' })
      database.createObjectStore('meta')
    },
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
      onLost()
    },
    terminated: onLost,
  })

/** Errors after which a new connection may work: WebKit loses its storage process in the background. */
const connectionErrors = new Set([
  'UnknownError',
  'InvalidStateError',
  'TransactionInactiveError',
  'AbortError',
])

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && connectionErrors.has(error.name)

export type AccountDatabase = {
  readonly accountId: string
  /** Runs work on a live connection; on a lost one, once more on a new one. */
  use: <T>(work: (connection: AccountConnection) => Promise<T>) => Promise<T>
  close: () => Promise<void>
  /** The database could not be opened and was made anew: what it held is fetched from the server again. */
  readonly wasRebuilt: () => boolean
}

/** Whether this database alone is broken. Where none opens, a later start may find all of them whole. */
const othersOpen = (): Promise<boolean> =>
  listAccounts().then(
    () => true,
    () => false,
  )

/** Errors of a healthy database: the disk is full, or a newer app has changed it and this page is old. */
const healthyErrors = new Set(['QuotaExceededError', 'VersionError'])

/** Opens lazily: nothing is read before the first use. */
export const accountDatabase = (accountId: string): AccountDatabase => {
  let connection: Promise<AccountConnection> | null = null
  let rebuilt = false

  const forget = (): void => {
    connection = null
  }

  const openOrRebuild = async (): Promise<AccountConnection> => {
    try {
      return await open(accountId, forget)
    } catch {
      try {
        return await open(accountId, forget)
      } catch (error) {
        if (error instanceof Error && healthyErrors.has(error.name)) throw error
        if (!(await othersOpen())) throw error
        await deleteDatabase(accountDatabaseName(accountId))
        rebuilt = true
        return open(accountId, forget)
      }
    }
  }

  const connect = (): Promise<AccountConnection> => {
    connection ??= openOrRebuild().catch((error: unknown) => {
      forget()
      throw error
    })
    return connection
  }

  const close = async (): Promise<void> => {
    const open = connection
    forget()
    ;(await open?.catch(() => null))?.close()
  }

  return {
    accountId,
    use: async (work) => {
      const open = connect()
      try {
        return await work(await open)
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        // Unless other work has met the same loss and brought a new connection already.
        if (connection === open) await close()
        return work(await connect())
      }
    },
    close,
    wasRebuilt: () => rebuilt,
  }
}

/** Deletes a whole database; resolves also while another tab still holds it open. */
export const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onblocked = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('deleteDatabase'))
  })

/** Committed to the disk before it resolves, where the browser honours it (Chrome's default is relaxed). */
export const strict = { durability: 'strict' } as const

/** Reads one value of `meta`. */
export const readMeta = async <K extends keyof MetaValues>(
  database: AccountDatabase,
  key: K,
): Promise<MetaValues[K] | undefined> =>
  database.use(async (connection) => (await connection.get('meta', key)) as MetaValues[K] | undefined)

/** Writes or, with undefined, removes one value of `meta`. */
export const writeMeta = <K extends keyof MetaValues>(
  database: AccountDatabase,
  key: K,
  value: MetaValues[K] | undefined,
): Promise<void> =>
  database.use(async (connection) => {
    if (value === undefined) await connection.delete('meta', key)
    else await connection.put('meta', value, key)
  })
