import type { ColumnType, Generated } from 'kysely'
import type { StudyConfig } from '#contract/account.ts'
import type { CardText } from '#contract/card-text.ts'
import type { CardPhase, Rating } from '#contract/study.ts'
import type { LedgerKind } from '#contract/wallet.ts'

/** The tables as Kysely sees them: one type per table of `migrations/`. */

/** timestamptz: read as a Date, written as a Date or an ISO string. */
type Timestamp = ColumnType<Date, Date | string, Date | string>
type NullableTimestamp = ColumnType<Date | null, Date | string | null, Date | string | null>
/** date: the driver is set to leave it as `YYYY-MM-DD`. */
type DateOnly = ColumnType<string, string, string>
/** bigint: the driver is set to give a number; all counters stay below 2^53. */
type BigInteger = ColumnType<number, number, number>
/** jsonb: written as a JSON string. */
type Json<T> = ColumnType<T, string, string>

export type Schema = {
  students: {
    id: string
    phone: string
    name: string
    avatar: Generated<string>
    theme_id: string
    study_config: Json<StudyConfig>
    agreed_at: Timestamp
    created_at: Timestamp
    deleted_at: NullableTimestamp
  }
  sessions: {
    token_hash: Buffer
    student_id: string
    device_name: Generated<string>
    created_at: Timestamp
    last_seen_at: Timestamp
    expires_at: Timestamp
    revoked_at: NullableTimestamp
  }
  upload_tickets: {
    token_hash: Buffer
    student_id: string
    created_at: Timestamp
    expires_at: Timestamp
    revoked_at: NullableTimestamp
  }
  sms_codes: {
    phone: string
    code_hmac: Buffer | null
    expires_at: NullableTimestamp
    tries: Generated<number>
    sent_at: Timestamp
    day: DateOnly
    day_count: number
  }
  rate_limits: { key: string; window_start: Timestamp; count: number }
  themes: {
    id: string
    position: number
    name: string
    config: Json<{ login_bg: string; scheme: 'auto' | 'light' | 'dark'; tokens: Record<string, string> }>
  }
  grades: { id: string; position: number; name: string; stage: '小学' | '初中' | '高中' }
  subjects: { id: string; position: number; name: string }
  knowledge_points: { id: string; position: number; subject_id: string; name: string }
  teachers: { id: string; subject_id: string; name: string; bio: Json<CardText> }
  card_packs: {
    id: string
    slug: string | null
    owner_id: string | null
    title: string
    label: string
    summary: string
    intro: Json<CardText>
    source: string
    grade_id: string
    subject_id: string
    knowledge_point_id: string
    teacher_id: string | null
    price_coins: number
    card_count: number
    preview_count: number
    size_bytes: number
    featured_position: number | null
    rating_sum: Generated<number>
    review_count: Generated<number>
    learner_count: Generated<number>
    weekly_answers: Generated<number>
    search_grams: string[]
    search_text: string
    catalogue_version: string
    created_at: Timestamp
    updated_at: Timestamp
    removed_at: NullableTimestamp
  }
  chapters: { pack_id: string; id: string; position: number; title: string }
  cards: {
    id: string
    pack_id: string
    slug: string
    chapter_id: string
    position: number
    title: string
    hash: string
    preview: boolean
    content: Json<CardContent>
    search_grams: string[]
    search_text: string
    removed_at: NullableTimestamp
  }
  library_versions: { id: string; version: string; loaded_at: Timestamp }
  wallets: { student_id: string; coins: number }
  ledger_entries: {
    student_id: string
    id: string
    kind: LedgerKind
    reference: string
    amount: number
    balance_after: number
    created_at: Timestamp
  }
  unlocks: {
    student_id: string
    pack_id: string
    payment_method: string
    charged: number
    unlocked_at: Timestamp
  }
  favorites: { student_id: string; pack_id: string; created_at: Timestamp }
  study_totals: {
    student_id: string
    version: Generated<number>
    xp: Generated<number>
    answers: Generated<number>
    duration_ms: Generated<number>
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
  }
}

/** What `cards.content` holds: a card without its ids, titles and hash. */
export type CardContent = {
  front: CardText
  back: CardText
  hint?: CardText
  explanation?: CardText
  answer?: string
  tag?: string
}
