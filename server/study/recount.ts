import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { answersOfCards } from './answers.repository.ts'
import { replay } from './replay.ts'
import { addToPacks } from './statistics.repository.ts'
import { insertRuns } from './streaks.repository.ts'
import { runsOf, type Run } from './streaks.ts'
import { countCard, emptyCounts, type StudyCounts } from './study-counts.ts'

type Tx = Transaction<Schema>

/** So that a long history never is in memory as a whole. */
const cardsAtOnce = 500

/** The counts from the answers alone, card by card. */
export const countAnswers = async (tx: Tx, studentId: string): Promise<StudyCounts> => {
  const counts = emptyCounts()
  for (let after = '00000000-0000-0000-0000-000000000000', hasMore = true; hasMore;) {
    const cards = await tx
      .selectFrom('card_states')
      .select(['card_id', 'pack_id'])
      .where('student_id', '=', studentId)
      .where('card_id', '>', after)
      .orderBy('card_id')
      .limit(cardsAtOnce)
      .execute()
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
export const findRuns = async (tx: Tx, studentId: string): Promise<Run[]> => {
  const rows = await tx
    .selectFrom('study_days')
    .select('day')
    .where('student_id', '=', studentId)
    .where('answers', '>', 0)
    .orderBy('day')
    .execute()
  return runsOf(rows.map(({ day }) => day))
}

const writeDays = async (tx: Tx, studentId: string, days: StudyCounts['days']): Promise<void> => {
  const rows = [...days].map(([day, counts]) => ({ day, ...counts }))
  await sql`
    update study_days set reviews = coalesce(t.reviews, 0), recalled = coalesce(t.recalled, 0)
    from study_days d left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(day date, reviews integer, recalled integer) on t.day = d.day
    where d.student_id = ${studentId} and study_days.student_id = d.student_id and study_days.day = d.day`.execute(
    tx,
  )
}

/**
 * Counts all of a student's statistics anew: once for those who studied before there were any, and again when a
 * process that does not know them wrote in between. The student's record must be locked.
 */
export const recount = async (tx: Tx, studentId: string): Promise<void> => {
  const { days, packs, maturity } = await countAnswers(tx, studentId)
  const runs = await findRuns(tx, studentId)
  await writeDays(tx, studentId, days)
  await tx.deleteFrom('study_packs').where('student_id', '=', studentId).execute()
  await addToPacks(tx, studentId, packs)
  await tx.deleteFrom('study_streaks').where('student_id', '=', studentId).execute()
  await insertRuns(tx, studentId, runs)
  await sql`
    update study_totals set
      statistics_version = version, counts_version = version,
      studied_days = (select count(*) from study_days where student_id = ${studentId} and answers > 0),
      goals_reached = (
        select count(*) from study_days where student_id = ${studentId} and goal_reached_at is not null),
      learning_cards = ${maturity.learning}, young_cards = ${maturity.young}, mature_cards = ${maturity.mature}
    where student_id = ${studentId}`.execute(tx)
}
