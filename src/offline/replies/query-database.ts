import { clear, del, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval'
import type { QueryKey } from '@tanstack/react-query'
import type { PersistedQuery } from '@tanstack/react-query-persist-client'
import { watchConnection, whenHere } from '../leaving.ts'
import { beginGeneration } from './query-generation.ts'
import { unlessStuck } from '../watchdog.ts'

/** Where React Query's replies of an account are kept. Apart from the persister, so that the worker needs neither. */

const storeName = 'queries'
export function queryDatabaseName(accountId: string): string {
  return `zhika-queries:${accountId}`
}

const open = async (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
  const connection = await unlessStuck(promisifyRequest(request))
  watchConnection(connection)
  return connection
}

/** The library's own store keeps a lost connection for good; this one opens another. */
const openQueryDatabase = (accountId: string): UseStore => {
  let connection: Promise<IDBDatabase> | null = null
  const begin = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    await whenHere()
    connection ??= open(queryDatabaseName(accountId))
    return (await connection).transaction(storeName, mode).objectStore(storeName)
  }
  return async (mode, work) => {
    try {
      return await unlessStuck(begin(mode).then(work))
    } catch {
      connection = null
      return unlessStuck(begin(mode).then(work))
    }
  }
}

/** A reply as it lies on the disk: its age is counted by the server's clock, not by the device's. */
type StoredReply = PersistedQuery & {
  /** Epoch milliseconds; absent from an older app, 0 when an action has overtaken the reply: stale either way. */
  receivedAt?: number
}

export type Replies = ReturnType<typeof openReplies>

/** Not 0: a reply without a time would be taken for none. */
const longAgo = 1
/** A stored reply is shown at once: where the account's clock is not known by then, it is asked for again. */
const clockPatienceMs = 500

export type RepliesSettings = {
  /** The account's trusted clock, epoch milliseconds. */
  trustedNow: () => Promise<number>
  /** False once the student has signed out: nothing may be written then. */
  mayWrite: () => boolean
}

/** One row per query of the account. */
export function openReplies(accountId: string, { trustedNow, mayWrite }: RepliesSettings) {
  const store = openQueryDatabase(accountId)
  const all = () => entries<string, StoredReply>(store)

  /** What the device's clock lacks, as it was when it was last asked: a row is written at once, or a reload loses it. */
  let lastLackedMs: number | undefined
  /** Null when the database does not say in time. */
  const lackedMs = (): Promise<number | null> => {
    const asked = trustedNow().then(
      (now) => (lastLackedMs = now - Date.now()),
      () => null,
    )
    if (lastLackedMs !== undefined) return Promise.resolve(lastLackedMs)
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), clockPatienceMs))
    return Promise.race([asked, late])
  }
  /** Dated as this page's clock would have dated it; what lies in the future counts as old. */
  const dated = ({ receivedAt = 0, ...query }: StoredReply, lacked: number | null): PersistedQuery => {
    const at = lacked === null || receivedAt === 0 ? longAgo : receivedAt - lacked
    const dataUpdatedAt = at > Date.now() ? longAgo : Math.max(longAgo, at)
    return { ...query, state: { ...query.state, dataUpdatedAt } }
  }

  return {
    get: async (key: string): Promise<PersistedQuery | undefined> => {
      const [row, lacked] = await Promise.all([get<StoredReply>(key, store), lackedMs()])
      return row && dated(row, lacked)
    },
    set: async (key: string, query: PersistedQuery): Promise<void> => {
      const lacked = await lackedMs()
      const { dataUpdatedAt } = query.state
      const receivedAt = lacked === null || dataUpdatedAt <= longAgo ? 0 : dataUpdatedAt + lacked
      if (mayWrite()) await set(key, { ...query, receivedAt }, store)
    },
    remove: (key: string) => del(key, store),
    /** An action has overtaken the replies of a key and of all that begin with it: they are shown, and asked for again. */
    overtake: (prefix: string, queryKey: QueryKey): Promise<void> =>
      store('readwrite', async (rows) => {
        // The library's name of a row is its key as JSON, here without the end. Only an object's fields it would sort.
        const keyBegins = `${prefix}-${JSON.stringify(queryKey).slice(0, -1)}`
        const range = IDBKeyRange.bound(keyBegins, `${keyBegins}\uffff`)
        for (const key of await promisifyRequest(rows.getAllKeys(range))) {
          const row = (await promisifyRequest(rows.get(key))) as StoredReply
          rows.put({ ...row, receivedAt: 0 }, key)
        }
      }),
    keepNewest: async (count: number): Promise<void> => {
      const byAge = (await all()).sort(([, a], [, b]) => (b.receivedAt ?? 0) - (a.receivedAt ?? 0))
      for (const [key] of byAge.slice(count)) await del(key, store)
    },
  }
}

/**
 * Removes all replies of an account. The database itself stays: its deletion would wait for the
 * connections of every tab, and an opening after it for the deletion.
 */
export function clearQueryStorage(accountId: string): Promise<void> {
  beginGeneration(accountId)
  return clear(openQueryDatabase(accountId))
}
