import type { Profile } from '#contract/account.ts'
import type { Api, CallOptions } from '#src/api/client.ts'
import { projectionStores, type ProjectionTransaction } from './reproject.ts'
import { storeStates, storeSummary } from './sending/acknowledge.ts'
import { readMeta, writeMeta, type AccountDatabase } from './database.ts'
import { isUnsure, type StudyItem } from './schema.ts'
import { refuseSealed } from './sealed.ts'
import { write } from './write.ts'

/** Cards and days of facts that the server may or may not have. */
const inDoubt = async (tx: ProjectionTransaction): Promise<{ cards: Set<string>; days: Set<string> }> => {
  const items = (await tx.objectStore('outbox').getAll()).filter(isUnsure) as StudyItem[]
  return { cards: new Set(items.map((item) => item.cardId)), days: new Set(items.map((item) => item.day)) }
}

/**
 * Pulls what other devices did: card states since the last version seen, then days and totals. Each
 * page is stored with its cursor, so a break costs one page.
 *
 * What waits is laid over the snapshot, so a snapshot must not hold a fact that waits. A fact that never went out is
 * in none; where one went out and no answer came, its card, its day and the totals stay as they are, and the cursor
 * before them, until the server has said what became of it.
 * @returns whether all of it was taken
 * @throws ApiError; SealedError when the student signs out while it runs
 */
export async function pullSnapshot(
  database: AccountDatabase,
  api: Api,
  { signal, onServerTime }: Pick<CallOptions, 'signal' | 'onServerTime'> = {},
): Promise<boolean> {
  const summary = await api.call('GET /user-study/summary', {}, { signal, onServerTime })
  const { version } = summary.totals
  let cursor = (await readMeta(database, 'statesCursor')) ?? 0
  let isWhole = true
  for (let hasMore = cursor < version; hasMore;) {
    const page = await api.call('GET /user-study/states', { cursor }, { signal })
    await write(database, projectionStores, async (tx) => {
      await refuseSealed(tx.objectStore('meta'))
      const { cards } = await inDoubt(tx)
      const states = page.states.filter((state) => !cards.has(state.cardId))
      const reset = page.reset.filter((cardId) => !cards.has(cardId))
      isWhole &&= states.length === page.states.length && reset.length === page.reset.length
      await storeStates(tx, { states, reset, version: page.cursor })
      if (isWhole) await tx.objectStore('meta').put(page.cursor, 'statesCursor')
    })
    cursor = page.cursor
    hasMore = page.hasMore
  }
  await write(database, projectionStores, async (tx) => {
    await refuseSealed(tx.objectStore('meta'))
    const { days } = await inDoubt(tx)
    isWhole &&= days.size === 0
    await storeSummary(tx, summary, days)
    if (days.size === 0) await tx.objectStore('meta').put(true, 'isSynced')
    // The pages came after the summary, so they hold every state up to its version.
    if (isWhole && cursor < version) await tx.objectStore('meta').put(version, 'statesCursor')
  })
  return isWhole
}

/** The goal that the projection of today's numbers needs. */
export function rememberDailyGoal(database: AccountDatabase, dailyGoal: number): Promise<void> {
  return writeMeta(database, 'dailyGoal', dailyGoal)
}

/** Who studies, and how. */
export function rememberProfile(database: AccountDatabase, profile: Profile): Promise<void> {
  return write(database, ['meta'], async (tx) => {
    await refuseSealed(tx.store)
    await tx.store.put(profile, 'profile')
  })
}
