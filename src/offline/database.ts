import { openDB, unwrap } from 'idb'
import { listAccounts, readAccount, writeAccount, type AccountRow } from './accounts.ts'
import { watchConnection, whenHere } from './leaving.ts'
import {
  hasAllStores,
  makeStores,
  schemaVersion,
  type AccountConnection,
  type AccountSchema,
  type MetaValues,
} from './schema.ts'
import { silenceMs, unlessStuck } from './watchdog.ts'

/** Opens an account's database, again when the connection is lost, and another when it stays broken. */

/** @param generation the ones after the first took the place of a database that did not open */
export function accountDatabaseName(accountId: string, generation = 1): string {
  return generation === 1 ? `zhika:${accountId}` : `zhika:${accountId}~${generation}`
}

/** @param name an account's database */
export function generationOf(name: string): number {
  return Number(name.split('~')[1] ?? 1)
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

/** A newer app has been here and went back: its database holds all that this one knows, and more. */
const openNewer = async (name: string, onLost: () => void): Promise<AccountConnection> => {
  const connection = await openDB<AccountSchema>(name, undefined, callbacks(onLost))
  if (hasAllStores(unwrap(connection).objectStoreNames)) return connection
  connection.close()
  throw new DOMException('a newer app has changed this database', 'VersionError')
}

const callbacks = (onLost: () => void) => ({
  blocking: (_current: number, _blocked: number | null, event: IDBVersionChangeEvent) => {
    ;(event.target as IDBDatabase).close()
    onLost()
  },
  terminated: onLost,
})

export async function openDatabase(name: string, onLost: () => void): Promise<AccountConnection> {
  const given = openDB<AccountSchema>(name, schemaVersion, { upgrade: makeStores, ...callbacks(onLost) })
  const opening = given.catch((error: unknown) => {
    if (!isNamed(error, 'VersionError')) throw error
    return openNewer(name, onLost)
  })
  const connection = await unlessStuck(opening)
  watchConnection(unwrap(connection))
  return connection
}

/** Errors after which a new connection may work: WebKit loses its storage process in the background. */
const connectionErrors = new Set([
  'UnknownError',
  'InvalidStateError',
  'TransactionInactiveError',
  'AbortError',
  'StuckError',
])

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && connectionErrors.has(error.name)

export type AccountDatabase = {
  readonly accountId: string
  /** Runs work on a live connection; on a lost or silent one, once more on a new one. */
  use: <T>(work: (connection: AccountConnection) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Whether this database alone is broken. Where none opens, a later start may find all of them whole. */
const othersOpen = (): Promise<boolean> =>
  listAccounts().then(
    () => true,
    () => false,
  )

/** Errors of a healthy database: the disk is full, or a newer app has changed it and this page is old. */
const healthyErrors = new Set(['QuotaExceededError', 'VersionError'])

type AccountDatabaseOptions = {
  /** The database did not open and another one was begun: what is on the server comes again. */
  onSetAside?: (() => void) | undefined
  /** How long it may be silent before it is given up. */
  patienceMs?: number
  /** When it is asked again after it was silent: an answer must not wait that long twice. */
  shortPatienceMs?: number
  /** A storage process that died starts again within seconds. */
  retryAfterMs?: readonly number[]
}

/** Opens lazily: nothing is read before the first use. */
export function accountDatabase(
  accountId: string,
  {
    onSetAside,
    patienceMs: longPatienceMs = silenceMs,
    shortPatienceMs = 1_000,
    retryAfterMs = [100, 400, 1_500, 3_000],
  }: AccountDatabaseOptions = {},
): AccountDatabase {
  let connection: Promise<AccountConnection> | null = null
  let patienceMs = longPatienceMs

  const forget = (): void => {
    connection = null
  }

  /** Of who signed out: whatever has become of the database since, nothing readable may come into it. */
  const openSealed = async (name: string, account: AccountRow | undefined): Promise<AccountConnection> => {
    const opened = await openDatabase(name, forget)
    if (account?.sealed === true) await opened.put('meta', true, 'sealed')
    return opened
  }

  /** What it may still hold is not deleted: `salvage.ts` brings it over when it opens again. */
  const setAside = async (generation: number): Promise<AccountConnection> => {
    const next = generation + 1
    const account = await readAccount(accountId)
    const opened = await openSealed(accountDatabaseName(accountId, next), account)
    const names = account?.setAside ?? []
    const broken = accountDatabaseName(accountId, generation)
    await writeAccount(accountId, { generation: next, setAside: [broken, ...names] })
    onSetAside?.()
    return opened
  }

  const open = async (): Promise<AccountConnection> => {
    const account = await readAccount(accountId)
    const generation = account?.generation ?? 1
    for (const pauseMs of [...retryAfterMs, null]) {
      try {
        return await openSealed(accountDatabaseName(accountId, generation), account)
      } catch (error) {
        if (error instanceof Error && healthyErrors.has(error.name)) throw error
        if (pauseMs !== null) await new Promise((resolve) => setTimeout(resolve, pauseMs))
        else if (!(await othersOpen())) throw error
      }
    }
    return setAside(generation)
  }

  const connect = (): Promise<AccountConnection> => {
    connection ??= open().catch((error: unknown) => {
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

  /** On a connection that fails, `onFailure` learns which one it was. */
  const run = async <T>(
    work: (connection: AccountConnection) => Promise<T>,
    onFailure: (used: Promise<AccountConnection>) => void,
  ): Promise<T> => {
    await whenHere()
    const used = connect()
    try {
      const live = await used
      await whenHere()
      const result = await unlessStuck(work(live), { events: unwrap(live), patienceMs })
      patienceMs = longPatienceMs
      return result
    } catch (error) {
      onFailure(used)
      throw error
    }
  }

  return {
    accountId,
    use: async (work) => {
      let lost: Promise<AccountConnection> | null = null
      try {
        return await run(work, (used) => {
          lost = used
        })
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        // Unless other work has met the same loss and brought a new connection already.
        if (connection === lost) void close()
      }
      return run(work, () => {
        patienceMs = shortPatienceMs
      })
    },
    close,
  }
}

/** Deletes a whole database; resolves also while another tab still holds it open. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onblocked = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('deleteDatabase'))
  })
}

/** Committed to the disk before it resolves, where the browser honours it (Chrome's default is relaxed). */
export const strict = { durability: 'strict' } as const

/** Reads one value of `meta`. */
export async function readMeta<K extends keyof MetaValues>(
  database: AccountDatabase,
  key: K,
): Promise<MetaValues[K] | undefined> {
  return database.use(async (connection) => (await connection.get('meta', key)) as MetaValues[K] | undefined)
}

/** Writes or, with undefined, removes one value of `meta`. */
export function writeMeta<K extends keyof MetaValues>(
  database: AccountDatabase,
  key: K,
  value: MetaValues[K] | undefined,
): Promise<void> {
  return database.use(async (connection) => {
    if (value === undefined) await connection.delete('meta', key)
    else await connection.put('meta', value, key)
  })
}
