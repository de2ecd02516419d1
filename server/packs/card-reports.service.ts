import type { Static } from 'typebox'
import type { CardReportBody } from '#contract/reviews.ts'
import { dayMs } from '#contract/study-day.ts'
import type { Deps } from '#server/deps.ts'
import { cleanText } from '#server/lib/clean-text.ts'
import { fail } from '#server/lib/errors.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit.ts'
import { readCards } from './cards.repository.ts'
import { insertReport } from './card-reports.repository.ts'
import { findAccess } from './packs.repository.ts'

/** 报错: what students find wrong with cards of the library. The operator reads it by command. */

const dailyReports = (studentId: string): RateLimit => ({
  key: `card-report:${studentId}`,
  limit: 50,
  windowMs: dayMs,
})

type CardReport = Static<typeof CardReportBody> & { packId: string; cardId: string; studentId: string }

/**
 * Keeps a report. The same id is one report, and counts once against the day's limit.
 * @throws ExpectedError `not_found`, `pack_locked` for a card that the student cannot open, `too_many_requests`
 */
export async function reportCard(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  limiter: RateLimiter,
  { packId, cardId, studentId, reportId, problem, comment = '' }: CardReport,
): Promise<void> {
  const text = cleanText(comment, '评论')
  const access = await findAccess(database.db, packId, studentId)
  const [card] = access?.shared ? await readCards(database.db, packId, [cardId]) : []
  if (!access || !card) return fail('not_found')
  if (!access.open && !card.preview) return fail('pack_locked')
  await database.transaction(async (tx) => {
    const report = { id: reportId, studentId, packId, cardId, cardHash: card.hash, problem, comment: text }
    const isNew = await insertReport(tx, { ...report, now: clock() })
    // Taken last: what is known already is not counted, and what is refused is not kept.
    if (isNew) await limiter.take(dailyReports(studentId), tx)
  })
}
