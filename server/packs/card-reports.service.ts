import type { Static } from 'typebox'
import type { CardReportBody } from '#contract/reviews.ts'
import type { Deps } from '#server/deps.ts'
import { cleanText } from '#server/http/clean-text.ts'
import { fail } from '#server/http/errors.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit.ts'
import { readCards } from './cards.repository.ts'
import { findAccess } from './packs.repository.ts'

/** 报错: what students find wrong with cards of the library. The operator reads it by command. */

const dailyReports = (studentId: string): RateLimit => ({
  key: `card-report:${studentId}`,
  limit: 50,
  windowMs: 86_400_000,
})

type CardReport = Static<typeof CardReportBody> & { packId: string; cardId: string; studentId: string }

/**
 * Keeps a report. The same id is one report, and counts once against the day's limit.
 * @throws ExpectedError `not_found`, `pack_locked` for a card that the student cannot open, `too_many_requests`
 */
export const reportCard = async (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  limiter: RateLimiter,
  { packId, cardId, studentId, reportId, problem, comment = '' }: CardReport,
): Promise<void> => {
  const text = cleanText(comment, '评论')
  const access = await findAccess(database.db, packId, studentId)
  const [card] = access?.shared ? await readCards(database.db, packId, [cardId]) : []
  if (!access || !card) return fail('not_found')
  if (!access.open && !card.preview) return fail('pack_locked')
  await database.transaction(async (tx) => {
    const added = await tx
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
      .returning('id')
      .executeTakeFirst()
    // Taken last: what is known already is not counted, and what is refused is not kept.
    if (added) await limiter.take(dailyReports(studentId), tx)
  })
}
