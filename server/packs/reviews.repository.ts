import { sql, type Kysely, type Transaction } from 'kysely'
import type { PackReview } from '#contract/reviews.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'

/** Reviews of packs as one student sees them. */

type Db = Kysely<Schema>
type Tx = Transaction<Schema>

/** Name and avatar are the author's of today. */
const reviewsFor = (db: Db, studentId: string) =>
  db
    .selectFrom('pack_reviews as r')
    .innerJoin('students as s', 's.id', 'r.student_id')
    .leftJoin('review_votes as v', (join) =>
      join.onRef('v.review_id', '=', 'r.id').on('v.student_id', '=', studentId),
    )
    .select([
      'r.id',
      's.name',
      's.avatar',
      'r.rating',
      'r.comment',
      'r.likes',
      'r.dislikes',
      'v.vote',
      sql<boolean>`r.student_id = ${studentId}`.as('mine'),
      'r.created_at',
      'r.updated_at',
    ])

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewsFor>['executeTakeFirstOrThrow']>>

export function toPackReview(row: ReviewRow): PackReview {
  return {
    id: row.id,
    author: { name: row.name, avatar: row.avatar },
    rating: row.rating,
    comment: row.comment,
    likes: row.likes,
    dislikes: row.dislikes,
    myVote: row.vote,
    mine: row.mine,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

type Readers = { packId: string; studentId: string }

/**
 * A student who waits for a guardian's consent is shown to no other student. Written out, because a plan for any value
 * could not use the index of those who wait.
 */
const awaitsConsent = sql<boolean>`(s.age_band = 'under14' and s.guardian_agreed_at is null)`

/** Whether what this student wrote is hidden from all others. */
export async function isHiddenAuthor(db: Db, studentId: string): Promise<boolean> {
  const hidden = await db
    .selectFrom('students as s')
    .select('s.id')
    .where('s.id', '=', studentId)
    .where(awaitsConsent)
    .executeTakeFirst()
  return hidden !== undefined
}

/** Newest first, without the student's own. */
export function listReviews(db: Db, { packId, studentId }: Readers, page: Page) {
  return reviewsFor(db, studentId)
    .where('r.pack_id', '=', packId)
    .where('r.student_id', '<>', studentId)
    .where(sql<boolean>`${awaitsConsent} is not true`)
    .where('r.created_at', '<=', page.asOf)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function findOwnReview(db: Db, { packId, studentId }: Readers) {
  return reviewsFor(db, studentId)
    .where('r.pack_id', '=', packId)
    .where('r.student_id', '=', studentId)
    .executeTakeFirst()
}

/**
 * The pack's sums, and how many reviews the list leaves out: all of one snapshot, at a cost that grows only with
 * the reviews since `asOf`, and with students who await consent, who have an index of their own.
 */
export function readRating(db: Db, { packId, studentId }: Readers, asOf: Date) {
  return db
    .selectFrom('card_packs as p')
    .select(({ selectFrom, fn }) => [
      'p.rating_sum',
      'p.review_count',
      'p.rating_counts',
      selectFrom('pack_reviews as r')
        .select(fn.countAll<number>().as('own'))
        .where('r.pack_id', '=', packId)
        .where('r.student_id', '=', studentId)
        .as('own'),
      selectFrom('pack_reviews as r')
        .select(fn.countAll<number>().as('newer'))
        .where('r.pack_id', '=', packId)
        .where('r.student_id', '<>', studentId)
        .where('r.created_at', '>', asOf)
        .as('newer'),
      selectFrom('students as s')
        .innerJoin('pack_reviews as r', 'r.student_id', 's.id')
        .select(fn.countAll<number>().as('hidden'))
        .where(awaitsConsent)
        .where('r.pack_id', '=', packId)
        .where('r.student_id', '<>', studentId)
        .where('r.created_at', '<=', asOf)
        .as('hidden'),
    ])
    .where('p.id', '=', packId)
    .executeTakeFirstOrThrow()
}

/** Holds the pack's row: every change of its reviews does, so that its sums are always theirs. */
export async function lockPack(tx: Tx, packId: string): Promise<void> {
  await tx.selectFrom('card_packs').select('id').where('id', '=', packId).forNoKeyUpdate().execute()
}

export function findRating(tx: Tx, { packId, studentId }: Readers) {
  return tx
    .selectFrom('pack_reviews')
    .select('rating')
    .where('pack_id', '=', packId)
    .where('student_id', '=', studentId)
    .executeTakeFirst()
}

/** Moves the pack's sums by one review. @param change 1 for a review that came, -1 for one that went */
export async function countRating(tx: Tx, packId: string, rating: number, change: 1 | -1): Promise<void> {
  await sql`
    update card_packs set
      rating_sum = rating_sum + ${rating * change}::integer,
      review_count = review_count + ${change}::integer,
      rating_counts[${rating}::integer] = rating_counts[${rating}::integer] + ${change}::integer
    where id = ${packId}`.execute(tx)
}

type NewReview = { id: string; packId: string; studentId: string; rating: number; comment: string; now: Date }

/** A review that is there is changed: its id and its place in the list stay. */
export async function storeReview(tx: Tx, review: NewReview): Promise<void> {
  const { rating, comment, now } = review
  await tx
    .insertInto('pack_reviews')
    .values({
      id: review.id,
      student_id: review.studentId,
      pack_id: review.packId,
      rating,
      comment,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['student_id', 'pack_id']).doUpdateSet({ rating, comment, updated_at: now }),
    )
    .execute()
}

export function findReview(tx: Tx, reviewId: string) {
  return tx
    .selectFrom('pack_reviews')
    .select(['pack_id', 'student_id'])
    .where('id', '=', reviewId)
    .executeTakeFirst()
}

/** Holds the review: votes hold its row too while they come in. */
export function lockReview(tx: Tx, reviewId: string) {
  return tx
    .selectFrom('pack_reviews')
    .select(['student_id', 'pack_id', 'rating', 'likes', 'dislikes'])
    .where('id', '=', reviewId)
    .forUpdate()
    .executeTakeFirst()
}

/** With its votes. */
export async function removeReview(tx: Tx, reviewId: string): Promise<void> {
  await tx.deleteFrom('review_votes').where('review_id', '=', reviewId).execute()
  await tx.deleteFrom('pack_reviews').where('id', '=', reviewId).execute()
}
