import { strict, type AccountDatabase } from './database.ts'
import type { AccountStore, WriteTransaction } from './schema.ts'

/**
 * Runs `work` in one transaction: all of it is on the disk when this resolves, or nothing of it when it
 * rejects. `work` may await nothing but the transaction's own requests.
 * @throws what ended the transaction, e.g. QuotaExceededError; or what `work` threw
 */
export function write<Names extends AccountStore[], T>(
  database: AccountDatabase,
  stores: readonly [...Names],
  work: (tx: WriteTransaction<Names>) => Promise<T>,
): Promise<T> {
  return database.use(async (connection) => {
    const tx: WriteTransaction<Names> = connection.transaction([...stores] as Names, 'readwrite', strict)
    const ended = tx.done.then(
      () => true,
      () => false,
    )
    try {
      const result = await work(tx)
      await tx.done
      return result
    } catch (error) {
      abort(tx)
      await ended
      // Requests of an aborted transaction say only that it was aborted; the transaction knows why.
      throw tx.error ?? error
    }
  })
}

const abort = (tx: { abort: () => void }): void => {
  try {
    tx.abort()
  } catch {
    // It has ended already.
  }
}
