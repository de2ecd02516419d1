import { sql, type Transaction } from 'kysely'
import type { Schema } from '../schema.ts'

/** disk_full */
const diskFull = '53100'

const isFull = (error: unknown): boolean => (error as { code?: string } | null)?.code === diskFull

/**
 * Remembers that a statement found the disk full, until as much as a batch of answers needs can be written again.
 * Reading works all the while, so that a query proves nothing.
 */
export function watchForRoom() {
  let full = false
  return {
    note: (error: unknown): void => {
      full ||= isFull(error)
    },
    /** @throws while the disk is full */
    assert: async (
      transaction: <T>(work: (tx: Transaction<Schema>) => Promise<T>) => Promise<T>,
    ): Promise<void> => {
      if (!full) return
      await transaction((tx) =>
        // About a megabyte.
        sql`create temporary table zhika_room on commit drop as select generate_series(1, 30000)`.execute(tx),
      )
      full = false
    },
  }
}
