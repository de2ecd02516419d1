import { maskMiddle, maskPhone } from '#server/gateways/sms/mask.ts'
import { keyedById, pageAfter, type Section } from './export-section.ts'

/** The student's own data in full; the guardian's number is another person's. */
const account: Section = {
  ...keyedById('id'),
  read: async (db, { studentId }) => {
    const rows = await db
      .selectFrom('students as s')
      .leftJoin('wallets as w', 'w.student_id', 's.id')
      .leftJoin('study_totals as t', 't.student_id', 's.id')
      .leftJoin('wechat_accounts as c', 'c.student_id', 's.id')
      .select([
        's.id',
        's.phone',
        's.name',
        's.avatar',
        's.theme_id as themeId',
        's.study_config as study',
        's.age_band as ageBand',
        's.guardian_phone as guardianPhone',
        's.guardian_agreed_at as guardianAgreedAt',
        's.agreed_at as agreedAt',
        's.deletion_requested_at as deletionRequestedAt',
        's.created_at as createdAt',
        'w.coins',
        't.xp',
        't.answers',
        't.duration_ms as durationMs',
        't.studied_days as studiedDays',
        't.goals_reached as goalsReached',
        't.learning_cards as learningCards',
        't.young_cards as youngCards',
        't.mature_cards as matureCards',
        'c.unionid as wechatUnionid',
        'c.openid as wechatOpenid',
        'c.bound_at as wechatBoundAt',
      ])
      .where('s.id', '=', studentId)
      .execute()
    return rows.map((row) => ({ ...row, guardianPhone: row.guardianPhone && maskPhone(row.guardianPhone) }))
  },
}

/**
 * Also those that have signed out. Tokens are kept as hashes only, which say nothing and stay here. The WeChat that
 * pays may be a parent's.
 */
const devices: Section = {
  ...keyedById('id'),
  read: async (db, { studentId, after, limit }) => {
    const rows = await db
      .selectFrom('sessions')
      .select([
        'id',
        'device_name as name',
        'created_at as signedInAt',
        'last_seen_at as lastSeenAt',
        'expires_at as expiresAt',
        'wechat_openid as wechatOpenid',
        'proved_at as provedAt',
        'proof_asked_at as proofAskedAt',
        'revoked_at as signedOutAt',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute()
    return rows.map((row) => ({ ...row, wechatOpenid: row.wechatOpenid && maskMiddle(row.wechatOpenid) }))
  },
}

/** What happened to the account; which of the operator's people did it is theirs. */
const securityEvents: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('security_events')
      .select(['id', 'happened_at as happenedAt', 'kind', 'refusal', 'network', 'device_name as deviceName'])
      .where('student_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute(),
}

const ledger: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('ledger_entries')
      .select([
        'id',
        'kind',
        'reference',
        'amount',
        'balance_after as balanceAfter',
        'created_at as createdAt',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute(),
}

const orders: Section = {
  ...keyedById('id'),
  read: (db, { studentId, after, limit }) =>
    db
      .selectFrom('orders')
      .select([
        'id',
        'title',
        'product_id as productId',
        'pack_id as packId',
        'coins',
        'price_cents as priceCents',
        'payment_method as paymentMethod',
        'scene',
        'reference as paymentReference',
        'status',
        'created_at as createdAt',
        'expires_at as expiresAt',
        'paid_at as paidAt',
        'refund_started_at as refundStartedAt',
        'refund_problem as refundProblem',
        'refunded_at as refundedAt',
      ])
      .where('student_id', '=', studentId)
      .$call(pageAfter('id', after, limit))
      .execute(),
}

export const accountSections = { account, devices, securityEvents, ledger, orders }
