import type { Generated } from 'kysely'
import type { CardPhase, Rating } from '#contract/study.ts'
import type { Timestamp, NullableTimestamp, DateOnly, BigInteger } from './columns.ts'

export type StudyTables = {
  study_totals: {
    student_id: string
    version: Generated<number>
    xp: Generated<number>
    answers: Generated<number>
    duration_ms: Generated<number>
    /** Kept for processes of a version that does not know `counts_version`. */
    statistics_version: Generated<number>
    counts_version: Generated<number>
    studied_days: Generated<number>
    goals_reached: Generated<number>
    learning_cards: Generated<number>
    young_cards: Generated<number>
    mature_cards: Generated<number>
  }
  study_answers: {
    student_id: string
    id: string
    card_id: string
    pack_id: string
    session_id: string
    device_id: string
    rating: Rating
    answered_at: Timestamp
    device_answered_at: string
    utc_offset_minutes: number
    day: DateOnly
    duration_ms: number
    mode: string
    retention: number
    plan_cards: Generated<number | null>
    undone: Generated<boolean>
    received_at: Timestamp
  }
  study_undos: {
    student_id: string
    id: string
    answer_id: string
    card_id: string
    undone_at: Timestamp
    received_at: Timestamp
  }
  card_states: {
    student_id: string
    card_id: string
    pack_id: string
    version: BigInteger
    phase: CardPhase
    due_at: Timestamp
    stability: number
    difficulty: number
    learning_step: number
    reps: number
    lapses: number
    scheduled_days: number
    last_answered_at: Timestamp
    introduced_on: DateOnly
    ever_correct: boolean
    xp: number
  }
  study_days: {
    student_id: string
    day: DateOnly
    answers: number
    new_cards: number
    duration_ms: BigInteger
    received: number
    goal_reached_at: NullableTimestamp
    reviews: Generated<number>
    recalled: Generated<number>
    cards: Generated<number | null>
    plan_cards: Generated<number | null>
  }
  study_packs: {
    student_id: string
    pack_id: string
    reviews: number
    recalled: number
    lapsed_cards: number
    seen_cards: Generated<number>
  }
  study_streaks: {
    student_id: string
    first_day: DateOnly
    last_day: DateOnly
    days: number
  }
  task_leases: { name: string; until: Timestamp }
}
