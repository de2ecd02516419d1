import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ExportSection } from '#contract/limits.ts'
import { signInFullStudent } from '#tests/support/full-student.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestServer } from '#tests/support/test-server.ts'

/** Each column about a student is in the export, or stands here with the reason why not: a new one is noticed. */

type TableInExport = {
  /** Null: none of its columns is in the export. */
  section: ExportSection | null
  /** Columns whose field is not simply their own name. */
  as?: Readonly<Record<string, string>>
  /** Why these columns stay out. */
  without?: Readonly<Record<string, string>>
}

const bookkeeping = 'shows processes and devices what is new; says nothing about the student'
const ofTheLibrary = 'of the public packs alone'
const oldProcesses = 'read by older processes only'
const secret = 'a hash that proves who somebody is'
const derived = 'made of the card’s text, which is there'

const packColumnsOfTheLibrary = (
  'slug label summary intro source knowledge_point_id teacher_id price_coins preview_count featured_position ' +
  'rating_sum review_count learner_count rating_counts weekly_answers search_text'
).split(' ')

const tables: Readonly<Record<string, TableInExport>> = {
  students: {
    section: 'account',
    as: { study_config: 'study' },
    without: { deleted_at: 'an erased student has no row; this was never written' },
  },
  wallets: { section: 'account' },
  study_totals: {
    section: 'account',
    without: { version: bookkeeping, statistics_version: bookkeeping, counts_version: bookkeeping },
  },
  wechat_accounts: {
    section: 'account',
    as: { unionid: 'wechatUnionid', openid: 'wechatOpenid', bound_at: 'wechatBoundAt' },
  },
  sessions: {
    section: 'devices',
    as: { device_name: 'name', created_at: 'signedInAt', revoked_at: 'signedOutAt' },
    without: { token_hash: secret },
  },
  ledger_entries: {
    section: 'ledger',
    without: { sequence: 'orders two entries of one millisecond' },
  },
  security_events: {
    section: 'securityEvents',
    without: { means: 'names who of the operator did it' },
  },
  orders: {
    section: 'orders',
    as: { reference: 'paymentReference' },
    without: {
      pay: 'what opened the cashier, of use for minutes; it may name the WeChat of a parent',
      asked_at: 'when the server last asked the provider',
    },
  },
  unlocks: { section: 'unlocks' },
  favorites: { section: 'favorites' },
  pack_reviews: { section: 'packReviews' },
  review_votes: { section: 'reviewVotes' },
  card_reports: {
    section: 'cardReports',
    without: { card_hash: 'of the card as it was, for those who mend it' },
  },
  card_packs: {
    section: 'privatePacks',
    as: { removed_at: 'deletedAt' },
    without: {
      owner_id: 'whose row it is',
      ...Object.fromEntries(packColumnsOfTheLibrary.map((column) => [column, ofTheLibrary])),
      size_bytes: derived,
      text_bytes: derived,
      search_grams: oldProcesses,
      catalogue_version: bookkeeping,
    },
  },
  cards: {
    section: 'privateCards',
    as: { removed_at: 'deletedAt' },
    without: {
      slug: ofTheLibrary,
      chapter_id: 'private packs have one chapter',
      hash: derived,
      preview: ofTheLibrary,
      content: derived,
      text_bytes: derived,
      wire_bytes: derived,
      search_grams: oldProcesses,
      search_text: oldProcesses,
      feed_shelf: ofTheLibrary,
      feed_key_a: ofTheLibrary,
      feed_key_b: ofTheLibrary,
    },
  },
  study_days: { section: 'studyDays' },
  study_streaks: { section: 'studyStreaks' },
  study_packs: { section: 'studyPacks' },
  card_states: { section: 'cardStates', without: { version: bookkeeping } },
  study_answers: { section: 'studyAnswers' },
  study_undos: { section: 'studyUndos' },

  // A hash and dates; what a ticket belongs to is a device.
  upload_tickets: { section: null },
  // Hashes of one authorisation under way, for five minutes.
  wechat_states: { section: null },
}

/**
 * Tables that name no student and are not asked: `sms_codes` and `rate_limits` count requests of phones and
 * addresses, no matter who sent them, and forget them after a day or two; `wechat_qr_logins` lives for five minutes.
 */
const readColumns = async ({ deps }: TestServer) => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and (table_name in ('students', 'cards') or table_name in (
      select table_name from information_schema.columns
      where table_schema = current_schema() and column_name in ('student_id', 'owner_id')))
    order by 1, 2`.execute(deps.database.db)
  return rows
}

const camelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const server = await serverOfFile()
const student = await signInFullStudent(server)

const fieldsOf = async (section: ExportSection): Promise<ReadonlySet<string>> => {
  const { data } = await student.call('GET /account/export', { section })
  return new Set(Object.keys(data.rows[0] ?? {}))
}

it('has every column about the student, or this file says why not', async () => {
  const columns = await readColumns(server)
  expect(Object.keys(tables).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted())
  const missing: string[] = []
  for (const [table, { section, as = {}, without = {} }] of Object.entries(tables)) {
    const own = columns.filter((column) => column.table === table).map(({ column }) => column)
    const named = [...Object.keys(as), ...Object.keys(without)]
    expect(own, `${table} is said to have`).toEqual(expect.arrayContaining(named))
    if (section === null) continue
    const fields = await fieldsOf(section)
    for (const column of own) {
      if (column === 'student_id') continue
      const isThere = fields.has(as[column] ?? camelCase(column))
      if (isThere === column in without) missing.push(`${table}.${column}`)
    }
  }
  expect(missing).toEqual([])
})
