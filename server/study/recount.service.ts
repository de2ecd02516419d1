import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { answersOfCards } from './answers.repository.ts'
import { replay } from './replay.ts'
import { addToPacks } from './statistics.repository.ts'
import { insertRuns } from './streaks.repository.ts'
import { runsOf, type Run } from './streaks.ts'
import { countCard, emptyCounts, type StudyCounts } from './study-counts.ts'
import {
  clearPackCounts,
  clearRuns,
  listCardsAfter,
  listStudiedDays,
  writeCountedTotals,
  writeDayCounts,
} from './totals.repository.ts'

type Tx = Transaction<Schema>

/** So that a long history never is in memory as a whole. */
const cardsAtOnce = 500

/** The counts from the answers alone, card by card. */
const countAnswers = async (tx: Tx, studentId: string): Promise<StudyCounts> => {
  const counts = emptyCounts()
  for (let after = '00000000-0000-0000-0000-000000000000', hasMore = true; hasMore;) {
    const cards = await listCardsAfter(tx, studentId, { after, limit: cardsAtOnce })
    const answers = await answersOfCards(
      tx,
      studentId,
      cards.map((card) => card.card_id),
    )
    for (const { card_id: cardId, pack_id: packId } of cards) {
      const { state, reviews } = replay(undefined, answers.get(cardId) ?? [])
      countCard(counts, { packId, before: undefined, after: state, gained: reviews, lost: [] })
    }
    after = cards.at(-1)?.card_id ?? after
    hasMore = cards.length === cardsAtOnce
  }
  return counts
}

/** The runs of days with an answer. */
const findRuns = async (tx: Tx, studentId: string): Promise<Run[]> => {
  return runsOf(await listStudiedDays(tx, studentId))
}

/**
 * Counts all of a student's statistics again: once for those who studied before there were any, and again when a
 * process that does not know them wrote in between. The student's record must be locked.
 */
export async function recount(tx: Tx, studentId: string): Promise<void> {
  const { days, packs, maturity } = await countAnswers(tx, studentId)
  const runs = await findRuns(tx, studentId)
  await writeDayCounts(tx, studentId, days)
  await clearPackCounts(tx, studentId)
  await addToPacks(tx, studentId, packs)
  await clearRuns(tx, studentId)
  await insertRuns(tx, studentId, runs)
  await writeCountedTotals(tx, studentId, maturity)
}
