import { sql } from 'kysely'
import { addDays, dayOf } from '#contract/study-day.ts'
import type { Deps } from '#server/deps.ts'
import { remember } from './remember.ts'

/**
 * `card_packs.weekly_answers` is derived: whoever reads the shelves recounts it when the last count of
 * this process is old. One index scan over a week; processes that count at once write the same numbers.
 */

const recountAfterMs = 5 * 60_000
const weekDays = 7
const chinaOffsetMinutes = 480

const recount = async ({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> => {
  const before = addDays(dayOf(clock().toISOString(), chinaOffsetMinutes), -weekDays)
  // Undone answers count as well: leaving them out would cost the table, not only its index.
  await database.transaction((tx) =>
    sql`
      with counted as (
        select p.id, coalesce(a.answers, 0) as answers
        from card_packs p
        left join (
          select pack_id, count(*)::integer as answers from study_answers where day > ${before}::date group by pack_id
        ) a on a.pack_id = p.id
        where p.owner_id is null
      )
      update card_packs set weekly_answers = counted.answers from counted
      where card_packs.id = counted.id and card_packs.weekly_answers <> counted.answers
    `.execute(tx),
  )
}

/** Brings the counts up to date if that is due. Shelves with old counts are better than none: it never fails. */
export const createWeeklyAnswers = (deps: Pick<Deps, 'database' | 'clock' | 'log'>): (() => Promise<void>) =>
  remember(recountAfterMs, deps.clock, async () => {
    try {
      await recount(deps)
    } catch (error) {
      deps.log.warn({ err: error }, 'counting the week’s answers failed')
    }
  })
