import { openDB } from 'idb'
import { listAccounts } from './accounts.ts'
import {
  makeStores,
  schemaVersion,
  type AccountConnection,
  type AccountSchema,
  type MetaValues,
} from './schema.ts'

/** Opens an account's database, again when the connection is lost, and anew when it is broken. */

export const accountDatabaseName = (accountId: string): string => `zhika:${accountId}`

const open = (accountId: string, onLost: () => void): Promise<AccountConnection> =>
  openDB<AccountSchema>(accountDatabaseName(accountId), schemaVersion, {
    upgrade: makeStores,
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
