import { forgetAccount, listAccounts, readAccount, writeAccount } from './accounts.ts'
import { accountDatabase, type AccountDatabase } from './database.ts'
import { clearQueryStorage } from './query-database.ts'
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
 * deletion waits for every connection, and an answer given meanwhile in another tab would go with it.
 * @returns how many records still wait to be sent
 */
export const wipeAccount = async (database: AccountDatabase): Promise<number> => {
  const { accountId } = database
  await writeAccount(accountId, { wipePending: true })
  const waiting = await write(database, [...readableStores, 'outbox'], async (tx) => {
    await Promise.all(readableStores.map((store) => tx.objectStore(store).clear()))
    await tx.objectStore('meta').put(true, 'sealed')
    return tx.objectStore('outbox').count()
  })
  await clearQueryStorage(accountId)
  if (waiting === 0) await forgetAccount(accountId)
  else await writeAccount(accountId, { wipePending: false })
  return waiting
}

/** Opens a sealed account for its owner, who has just signed in; a wipe that was cut short is ended first. */
export const unseal = async (database: AccountDatabase): Promise<void> => {
  if ((await readAccount(database.accountId))?.wipePending) await wipeAccount(database)
  await database.use((connection) => connection.delete('meta', 'sealed'))
}

/**
 * Ends the wipes that a closed tab or a crash cut short. Once at each start, before any account is opened.
 * @returns the accounts: the session of one of them must not go on
 */
export const finishWipes = async (): Promise<string[]> => {
  const accounts = (await listAccounts()).filter((account) => account.wipePending)
  for (const { accountId } of accounts) {
    const database = accountDatabase(accountId)
    await wipeAccount(database)
    await database.close()
  }
  return accounts.map((account) => account.accountId)
}
