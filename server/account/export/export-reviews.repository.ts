import { keyedById, pageAfter, type Section } from './export-section.ts'

const packReviews: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('pack_reviews as r')
      .innerJoin('card_packs as p', 'p.id', 'r.pack_id')
      .select([
        'r.id',
        'r.pack_id as packId',
        'p.title as packTitle',
        'r.rating',
        'r.comment',
        'r.likes',
        'r.dislikes',
        'r.created_at as createdAt',
        'r.updated_at as updatedAt',
      ])
      .where('r.student_id', '=', studentId)
      .$call(pageAfter('r.id', after, limit))
      .execute(),
}

/** Of the reviews of others only which they are: what they say is theirs. */
const reviewVotes: Section = {
  ...keyedById('reviewId'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('review_votes')
      .select(['review_id as reviewId', 'vote', 'voted_at as votedAt'])
      .where('student_id', '=', studentId)
      .$call(pageAfter('review_id', after, limit))
      .execute(),
}

const cardReports: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('card_reports')
      .select([
        'id',
        'pack_id as packId',
        'card_id as cardId',
        'problem',
        'comment',
        'created_at as createdAt',
        'closed_at as closedAt',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute(),
}

export const reviewSections = { packReviews, reviewVotes, cardReports }
