import type { Generated } from 'kysely'
import type { CardReportBody, Vote } from '#contract/reviews.ts'
import type { Static } from 'typebox'
import type { NullableTimestamp, Timestamp } from './columns.ts'

export type ReviewTables = {
  pack_reviews: {
    id: string
    student_id: string
    pack_id: string
    rating: number
    comment: string
    likes: Generated<number>
    dislikes: Generated<number>
    created_at: Timestamp
    updated_at: Timestamp
  }
  review_votes: {
    student_id: string
    review_id: string
    vote: NonNullable<Vote>
    voted_at: Timestamp
  }
  card_reports: {
    student_id: string
    id: string
    pack_id: string
    card_id: string
    card_hash: string
    problem: Static<typeof CardReportBody>['problem']
    comment: string
    created_at: Timestamp
    closed_at: NullableTimestamp
  }
}
