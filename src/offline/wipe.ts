import { strict, accountDatabaseName, deleteDatabase, type AccountDatabase } from './database.ts'
import { forgetAccount, writeAccount } from './accounts.ts'
import { createQueryStorage, queryDatabaseName } from './query-storage.ts'

/** Everything of an account that its owner could read back. What waits to be sent stays, sealed to its owner. */
const readableStores = ['journal', 'states', 'unseen', 'cards', 'packs', 'days', 'meta'] as const

/**
 * Removes a student's data from the device. A marker is set first and removed last, so that a wipe cut
 * short is finished at the next start.
 * @returns how many records still wait to be sent
 */
export const wipeAccount = async (database: AccountDatabase): Promise<number> => {
  await writeAccount(database.accountId, { wipePending: true })
  const waiting = await database.use(async (connection) => {
    const tx = connection.transaction([...readableStores, 'outbox'] as const, 'readwrite', strict)
    for (const store of readableStores) await tx.objectStore(store).clear()
    const count = await tx.objectStore('outbox').count()
    await tx.done
    return count
  })
  await createQueryStorage(database.accountId).clear()
  await deleteDatabase(queryDatabaseName(database.accountId))
  if (waiting === 0) {
    await database.close()
    await deleteDatabase(accountDatabaseName(database.accountId))
    await forgetAccount(database.accountId)
  } else {
    await writeAccount(database.accountId, { wipePending: false })
  }
  return waiting
}
