import type { Api } from '#src/api/client.ts'
import { projectionStores } from './reproject.ts'
import { storeStates, storeSummary } from './acknowledge.ts'
import { readMeta, writeMeta, type AccountDatabase } from './database.ts'
import { refuseSealed } from './sealed.ts'
import { write } from './write.ts'

/**
 * Pulls what other devices did: card states since the last version seen, then days and totals. Each
 * page is stored with its cursor, so a break costs one page.
 * @throws ApiError; SealedError when the student signs out meanwhile
 */
export const pullSnapshot = async (
  database: AccountDatabase,
  api: Api,
  signal?: AbortSignal,
): Promise<void> => {
  const summary = await api.call('GET /user-study/summary', {}, { signal })
  let cursor = (await readMeta(database, 'statesCursor')) ?? 0
  for (let hasMore = true; hasMore;) {
    const page = await api.call('GET /user-study/states', { cursor }, { signal })
    await write(database, projectionStores, async (tx) => {
      await refuseSealed(tx.objectStore('meta'))
      await storeStates(tx, { ...page, version: page.cursor })
      await tx.objectStore('meta').put(page.cursor, 'statesCursor')
    })
    cursor = page.cursor
    hasMore = page.hasMore
  }
  await write(database, projectionStores, async (tx) => {
    await refuseSealed(tx.objectStore('meta'))
    await storeSummary(tx, summary)
    await tx.objectStore('meta').put(true, 'isSynced')
  })
}

/** The goal that the projection of today's numbers needs. */
export const rememberDailyGoal = (database: AccountDatabase, dailyGoal: number): Promise<void> =>
  writeMeta(database, 'dailyGoal', dailyGoal)
