import type { Generated } from 'kysely'
import type { AgeBand, StudyConfig } from '#contract/account.ts'
import type { Theme } from '#contract/themes.ts'
import type { Timestamp, NullableTimestamp, DateOnly, GeneratedJson, Json } from './columns.ts'

/** By the names of `clientNetwork`. */
type CountByNetwork = Readonly<Record<string, number>>

export type AccountTables = {
  students: {
    id: string
    phone: string | null
    name: string
    avatar: Generated<string>
    theme_id: string
    study_config: Json<StudyConfig>
    agreed_at: Timestamp
    created_at: Timestamp
    deleted_at: NullableTimestamp
    age_band: AgeBand | null
    guardian_phone: string | null
    guardian_agreed_at: NullableTimestamp
    deletion_requested_at: NullableTimestamp
  }
  wechat_accounts: {
    student_id: string
    unionid: string | null
    openid: string | null
    bound_at: Timestamp
  }
  sessions: {
    id: Generated<string>
    token_hash: Buffer
    student_id: string
    device_name: Generated<string>
    created_at: Timestamp
    last_seen_at: Timestamp
    expires_at: Timestamp
    revoked_at: NullableTimestamp
    wechat_openid: string | null
    proved_at: NullableTimestamp
    proof_asked_at: NullableTimestamp
  }
  upload_tickets: {
    session_id: string | null
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
    tries_by: GeneratedJson<CountByNetwork>
    day_by: GeneratedJson<CountByNetwork>
  }
  security_events: {
    id: string
    student_id: string | null
    happened_at: Timestamp
    kind: string
    refusal: string | null
    means: string
    network: string
    device_name: string
  }
  rate_limits: { key: string; window_start: Timestamp; count: number }
  themes: {
    id: string
    position: number
    name: string
    config: Json<Theme['config']>
  }
}
