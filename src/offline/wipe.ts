import { forgetAccount, listAccounts, readAccount, writeAccount } from './accounts.ts'
import { accountDatabase, type AccountDatabase } from './database.ts'
import { clearQueryStorage } from './replies/query-database.ts'
import { endSetAside } from './salvage.ts'
import { write } from './write.ts'

/** Everything of an account that its owner could read back. What waits to be sent stays, sealed to its owner. */
const readableStores = [
  'journal',
  'states',
  'unseen',
  'cards',
  'packs',
  'catalogues',
  'days',
  'meta',
] as const

/**
 * Removes a student's data from the device and seals the account. A marker is set first and removed last,
 * so that a wipe cut short is finished at the next start. The databases are emptied, not deleted: a
 * deletion waits for every connection, and an answer given in another tab before then would go with it.
 * @returns how many records still wait to be sent
 */
export async function wipeAccount(database: AccountDatabase): Promise<number> {
  const { accountId } = database
  await writeAccount(accountId, { wipePending: true, session: null })
  await write(database, readableStores, async (tx) => {
    const meta = tx.objectStore('meta')
    await Promise.all(readableStores.map((store) => tx.objectStore(store).clear()))
    await meta.put(true, 'sealed')
  })
  await clearQueryStorage(accountId)
  await endSetAside(database)
  // Counted last: a database that was set aside may have brought records of its own.
  const waiting = await database.use((connection) => connection.count('outbox'))
  const { generation = 1 } = (await readAccount(accountId)) ?? {}
  if (waiting > 0) await writeAccount(accountId, { wipePending: false, sealed: true })
  else if (generation === 1) await forgetAccount(accountId)
  // The name of the database in use must not be forgotten: a sealed one would be met again.
  else await writeAccount(accountId, { wipePending: false, sealed: true, uploadTicket: null })
  return waiting
}

/** Opens a sealed account for its owner, who has just signed in; a wipe that was cut short is ended first. */
export async function unseal(database: AccountDatabase): Promise<void> {
  const account = await readAccount(database.accountId)
  if (account?.wipePending) await wipeAccount(database)
  if (account !== undefined) await writeAccount(database.accountId, { sealed: false })
  await database.use((connection) => connection.delete('meta', 'sealed'))
}

/**
 * Ends the wipes that a closed tab or a crash cut short. Once at each start, before any account is opened.
 * @returns the accounts: the session of one of them must not go on
 */
export async function finishWipes(): Promise<string[]> {
  const accounts = (await listAccounts()).filter((account) => account.wipePending)
  for (const { accountId } of accounts) {
    const database = accountDatabase(accountId)
    await wipeAccount(database)
    await database.close()
  }
  return accounts.map((account) => account.accountId)
}
