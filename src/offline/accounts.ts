import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { UploadTicket } from '#contract/account.ts'

/**
 * The accounts that were signed in on this device: an opaque id and a write-only upload ticket, so
 * that the worker can send what waits for each of them. No name, no number, no token.
 */

export type AccountRow = {
  accountId: string
  uploadTicket: UploadTicket | null
  /** A wipe began and may not have ended: it is repeated at the next start. */
  wipePending: boolean
}

interface AccountsSchema extends DBSchema {
  accounts: { key: string; value: AccountRow }
}

const databaseName = 'zhika-accounts'

const withAccounts = async <T>(
  work: (connection: IDBPDatabase<AccountsSchema>) => Promise<T>,
): Promise<T> => {
  const connection = await openDB<AccountsSchema>(databaseName, 1, {
    upgrade: (database) => {
      database.createObjectStore('accounts', { keyPath: 'accountId' })
    },
  })
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}

export const listAccounts = (): Promise<AccountRow[]> =>
  withAccounts((connection) => connection.getAll('accounts'))

export const readAccount = (accountId: string): Promise<AccountRow | undefined> =>
  withAccounts((connection) => connection.get('accounts', accountId))

/** Adds or changes one account. */
export const writeAccount = (
  accountId: string,
  fields: Partial<Omit<AccountRow, 'accountId'>>,
): Promise<void> =>
  withAccounts(async (connection) => {
    const tx = connection.transaction('accounts', 'readwrite')
    const row = (await tx.store.get(accountId)) ?? { accountId, uploadTicket: null, wipePending: false }
    await tx.store.put({ ...row, ...fields })
    await tx.done
  })

export const forgetAccount = (accountId: string): Promise<void> =>
  withAccounts((connection) => connection.delete('accounts', accountId))

/**
 * The permission to send this account's records, or null. Whether it still holds is for the server to
 * say: a device whose clock is far ahead must not keep its answers to itself.
 */
export const uploadTicketOf = async (accountId: string): Promise<string | null> =>
  (await readAccount(accountId))?.uploadTicket?.ticket ?? null
