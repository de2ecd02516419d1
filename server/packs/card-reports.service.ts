import type { Static } from 'typebox'
import type { CardReportBody } from '#contract/reviews.ts'
import type { Deps } from '#server/deps.ts'
import { cleanText } from '#server/http/clean-text.ts'
import { fail } from '#server/http/errors.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { readCards } from './cards.repository.ts'
import { findAccess } from './packs.repository.ts'

/** 报错: what students find wrong with cards of the library. The operator reads it by command. */

const maxReportsPerDay = 50
const dayMs = 86_400_000

type CardReport = Static<typeof CardReportBody> & { packId: string; cardId: string; studentId: string }

/**
 * Keeps a report. The same id is one report, and counts once against the day's limit.
 * @throws ExpectedError `not_found`, `pack_locked` for a card that the student cannot open, `too_many_requests`
 */
export const reportCard = async (
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  limiter: RateLimiter,
  { packId, cardId, studentId, reportId, problem, comment = '' }: CardReport,
): Promise<void> => {
  const text = cleanText(comment, '评论')
  const access = await findAccess(db, packId, studentId)
  const [card] = access?.shared ? await readCards(db, packId, [cardId]) : []
  if (!access || !card) return fail('not_found')
  if (!access.open && !card.preview) return fail('pack_locked')
  const known = await db
    .selectFrom('card_reports')
    .select('id')
    .where('student_id', '=', studentId)
    .where('id', '=', reportId)
    .executeTakeFirst()
  if (known) return
  await limiter.take({ key: `card-report:${studentId}`, limit: maxReportsPerDay, windowMs: dayMs })
  await db
    .insertInto('card_reports')
    .values({
      student_id: studentId,
      id: reportId,
      pack_id: packId,
      card_id: cardId,
      card_hash: card.hash,
      problem,
      comment: text,
      created_at: clock(),
    })
    .onConflict((conflict) => conflict.columns(['student_id', 'id']).doNothing())
    .execute()
}
