/**
 * Every expected failure, by name. The server throws a name; the wire carries `code`, `message` (worded
 * once, in `error-messages.ts`) and `show_type`; the page shows the message.
 */

/** How the page shows a failure (specification, section 8): 0 silent, 1 warning, 2 error, 3 info. */
export type ShowType = 0 | 1 | 2 | 3

export type ErrorEntry = {
  readonly code: number
  readonly status: number
  readonly showType: ShowType
}

export const errorCatalogue = {
  session_expired: { code: 4001, status: 401, showType: 2 },
  upload_ticket_invalid: { code: 4012, status: 401, showType: 0 },
  forbidden: { code: 4030, status: 403, showType: 2 },
  // Not 403: for that status the page shows the specification's one message (section 8).
  no_phone: { code: 4087, status: 409, showType: 1 },
  wechat_other: { code: 4088, status: 409, showType: 1 },
  fresh_proof_required: { code: 4089, status: 409, showType: 1 },
  guardian_consent_required: { code: 4090, status: 409, showType: 1 },
  pack_locked: { code: 4031, status: 403, showType: 1 },
  not_found: { code: 4040, status: 404, showType: 2 },
  insufficient_balance: { code: 4091, status: 409, showType: 1 },
  payment_method_unavailable: { code: 4092, status: 409, showType: 1 },
  last_sign_in_method: { code: 4093, status: 409, showType: 1 },
  phone_taken: { code: 4094, status: 409, showType: 1 },
  wechat_taken: { code: 4095, status: 409, showType: 1 },
  age_band_fixed: { code: 4096, status: 409, showType: 1 },
  order_closed: { code: 4097, status: 409, showType: 1 },
  too_many_packs: { code: 4098, status: 409, showType: 1 },
  too_many_cards: { code: 4099, status: 409, showType: 1 },
  payload_too_large: { code: 4130, status: 413, showType: 2 },
  invalid_input: { code: 4220, status: 422, showType: 2 },
  wrong_code: { code: 4221, status: 422, showType: 2 },
  code_expired: { code: 4222, status: 422, showType: 2 },
  code_exhausted: { code: 4223, status: 422, showType: 2 },
  wechat_state_invalid: { code: 4224, status: 422, showType: 2 },
  wechat_declined: { code: 4225, status: 422, showType: 1 },
  wechat_guest: { code: 4226, status: 422, showType: 1 },
  wechat_unavailable: { code: 4227, status: 422, showType: 1 },
  phone_unsubscribed: { code: 4228, status: 422, showType: 1 },
  too_many_requests: { code: 4290, status: 429, showType: 1 },
  code_too_soon: { code: 4291, status: 429, showType: 1 },
  code_daily_limit: { code: 4292, status: 429, showType: 1 },
  code_network_busy: { code: 4293, status: 429, showType: 1 },
  code_hour_full: { code: 4294, status: 429, showType: 1 },
  internal: { code: 5000, status: 500, showType: 2 },
  unavailable: { code: 5030, status: 503, showType: 2 },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue

export type ErrorDetails = Readonly<Record<string, string | number>>

/** Why the server did not store one answer of a batch; the rest of the batch is unaffected. */
export type AnswerRefusal = 'invalid' | 'pack_locked' | 'unknown_card'
