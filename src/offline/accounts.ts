import { openDB, unwrap, type DBSchema, type IDBPDatabase } from 'idb'
import type { UploadTicket } from '#contract/account.ts'
import { watchConnection, whenHere } from './leaving.ts'
import type { CallItem } from './schema.ts'
import { unlessStuck } from './watchdog.ts'

/**
 * The accounts that were signed in on this device: an opaque id and a write-only upload ticket, so
 * that the worker can send what waits for each of them. No name and no number.
 */

export type AccountRow = {
  accountId: string
  uploadTicket: UploadTicket | null
  /** A wipe began and may not have ended: it is repeated at the next start. */
  wipePending: boolean
  /** Signed out, with records that wait: a database that the browser has lost is sealed when it is made again. */
  sealed?: boolean
  /** Which of the account's databases is in use; absent: the first. */
  generation?: number
  /** The session that goes on here, in case local storage loses it: see `kept-session.ts`. Gone before a wipe begins. */
  session?: { id: string; token: string } | null
  /** Names of databases that did not open, the newest first; see `salvage.ts`. */
  setAside?: readonly string[]
  /** Calls that were sent while a database was set aside, by their keys: older ones may lie there. */
  sentCalls?: ReadonlyMap<string, SentCall>
}

/** What is remembered of a call that was sent: of its input the ids alone. */
type SentCall = Pick<CallItem, 'id' | 'createdAt' | 'endpoint' | 'input' | 'coalesceKey'> & {
  /** The generation of the database that it was made in. */
  madeIn: number
}

interface AccountsSchema extends DBSchema {
  accounts: { key: string; value: AccountRow }
}

const databaseName = 'zhika-accounts'

const withAccounts = async <T>(
  work: (connection: IDBPDatabase<AccountsSchema>) => Promise<T>,
): Promise<T> => {
  await whenHere()
  const opening = openDB<AccountsSchema>(databaseName, 1, {
    upgrade: (database) => {
      database.createObjectStore('accounts', { keyPath: 'accountId' })
    },
  })
  const connection = await unlessStuck(opening)
  watchConnection(unwrap(connection))
  try {
    return await unlessStuck(work(connection))
  } finally {
    connection.close()
  }
}

export function listAccounts(): Promise<AccountRow[]> {
  return withAccounts((connection) => connection.getAll('accounts'))
}

export function readAccount(accountId: string): Promise<AccountRow | undefined> {
  return withAccounts((connection) => connection.get('accounts', accountId))
}

const changeAccount = (
  accountId: string,
  fieldsOf: (row: AccountRow) => Partial<Omit<AccountRow, 'accountId'>>,
): Promise<void> =>
  withAccounts(async (connection) => {
    const tx = connection.transaction('accounts', 'readwrite', { durability: 'strict' })
    const row = (await tx.store.get(accountId)) ?? { accountId, uploadTicket: null, wipePending: false }
    await tx.store.put({ ...row, ...fieldsOf(row) })
    await tx.done
  })

/** Adds or changes one account. */
export function writeAccount(
  accountId: string,
  fields: Partial<Omit<AccountRow, 'accountId'>>,
): Promise<void> {
  return changeAccount(accountId, () => fields)
}

/** Not in the account's database: that may be set aside next. */
export function noteSentCall(accountId: string, call: CallItem): Promise<void> {
  const { id, createdAt, endpoint, coalesceKey } = call
  const { packId, cardId, reviewId } = call.input
  return changeAccount(accountId, ({ sentCalls, generation = 1 }) => {
    const madeIn = Math.max(sentCalls?.get(coalesceKey)?.madeIn ?? 0, call.madeIn ?? generation)
    const sent = { id, createdAt, endpoint, coalesceKey, input: { packId, cardId, reviewId }, madeIn }
    return { sentCalls: new Map(sentCalls).set(coalesceKey, sent) }
  })
}

export function forgetAccount(accountId: string): Promise<void> {
  return withAccounts((connection) => connection.delete('accounts', accountId))
}

/**
 * The permission to send this account's records, or null. Whether it still holds is for the server to
 * say: a device whose clock is far ahead must not keep its answers to itself.
 */
export async function uploadTicketOf(accountId: string): Promise<string | null> {
  return (await readAccount(accountId))?.uploadTicket?.ticket ?? null
}
