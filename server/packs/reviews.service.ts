import type { PackReview, PackReviews } from '#contract/reviews.ts'
import { dayMs } from '#contract/study-day.ts'
import { paged, type Page } from '#server/sql/paging.ts'
import type { Deps } from '#server/deps.ts'
import { cleanText } from '#server/lib/clean-text.ts'
import { fail } from '#server/lib/errors.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit.ts'
import { findAccess } from './packs.repository.ts'
import {
  countRating,
  findOwnReview,
  findRating,
  findReview,
  listReviews,
  lockPack,
  lockReview,
  readRating,
  removeReview,
  storeReview,
  toPackReview,
} from './reviews.repository.ts'

/** The rules of reviews: of the library's packs, by those who have them, one each. */

/** Far beyond what a student means to say: each writing holds the pack's row. */
const dailyWritings = (studentId: string): RateLimit => ({
  key: `review:${studentId}`,
  limit: 100,
  windowMs: dayMs,
})

type ReviewDeps = Pick<Deps, 'database' | 'clock' | 'newId'>
type ReviewRequest = { packId: string; studentId: string }

/** What came after the list was opened is counted to be left out: no more than the reviews of a day. */
const longestReadingMs = dayMs

/**
 * A list that has been open for longer goes on as of a day ago.
 * @throws ExpectedError `not_found` for a pack that is not there for this student, or is private
 */
export async function readReviews(
  { database: { db }, clock }: ReviewDeps,
  { packId, studentId }: ReviewRequest,
  asked: Page,
): Promise<PackReviews> {
  const earliest = clock().getTime() - longestReadingMs
  const page = { ...asked, asOf: new Date(Math.max(asked.asOf.getTime(), earliest)) }
  const access = await findAccess(db, packId, studentId)
  if (!access?.shared) return fail('not_found')
  const readers = { packId, studentId }
  const [rows, mine, sums] = await Promise.all([
    listReviews(db, readers, page),
    findOwnReview(db, readers),
    readRating(db, readers, page.asOf),
  ])
  const { rating_sum: sum, review_count: count, rating_counts: histogram } = sums
  return {
    ...paged(rows.map(toPackReview), page, count - (sums.own ?? 0) - (sums.newer ?? 0) - (sums.hidden ?? 0)),
    mine: mine ? toPackReview(mine) : null,
    rating: count === 0 ? null : Math.round((sum * 10) / count) / 10,
    histogram,
  }
}

/**
 * Writes the student's review of a pack, or changes it: its votes and its place in the list stay.
 * @throws ExpectedError `not_found`, `pack_locked`, `invalid_input`, `too_many_requests`
 */
export async function writeReview(
  { database, clock, newId }: ReviewDeps,
  limiter: RateLimiter,
  {
    packId,
    studentId,
    rating,
    comment = '',
  }: ReviewRequest & { rating: number; comment?: string | undefined },
): Promise<PackReview> {
  const text = cleanText(comment, '评论')
  await limiter.take(dailyWritings(studentId))
  return database.transaction(async (tx) => {
    const access = await findAccess(tx, packId, studentId)
    if (!access?.shared) return fail('not_found')
    if (!access.open) return fail('pack_locked')
    await lockPack(tx, packId)
    const now = clock()
    const before = await findRating(tx, { packId, studentId })
    await storeReview(tx, { id: newId(), packId, studentId, rating, comment: text, now })
    if (before) await countRating(tx, packId, before.rating, -1)
    await countRating(tx, packId, rating, 1)
    const review = await findOwnReview(tx, { packId, studentId })
    return review ? toPackReview(review) : fail('not_found')
  })
}

/** @throws ExpectedError `not_found` for a review that is not there, `forbidden` for another student's */
export async function deleteReview(
  { database }: ReviewDeps,
  { reviewId, studentId }: { reviewId: string; studentId: string },
): Promise<void> {
  return database.transaction(async (tx) => {
    const review = await findReview(tx, reviewId)
    if (!review) return fail('not_found')
    if (review.student_id !== studentId) return fail('forbidden')
    await lockPack(tx, review.pack_id)
    const held = await lockReview(tx, reviewId)
    if (!held) return fail('not_found')
    await removeReview(tx, reviewId)
    await countRating(tx, review.pack_id, held.rating, -1)
  })
}
