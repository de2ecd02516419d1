import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { exportSections, type ExportSection } from '#contract/limits.ts'
import type { ExportPage } from '#contract/security.ts'
import { signInFullStudent } from '#tests/support/full-student.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'

const server = await serverOfFile({ now })
const student = await signInFullStudent(server)
const other = await signInFullStudent(server)

const pagesOf = async ({ call }: TestStudent, section: ExportSection): Promise<ExportPage[]> => {
  const pages: ExportPage[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const { data } = await call('GET /account/export', { section, ...(cursor !== undefined && { cursor }) })
    pages.push(data)
    cursor = data.next
  }
  return pages
}
const rowsOf = async (who: TestStudent, section: ExportSection) =>
  (await pagesOf(who, section)).flatMap(({ rows }) => rows)

const fileOf = async (who: TestStudent): Promise<string> => {
  const parts = []
  for (const section of exportSections) parts.push(await rowsOf(who, section))
  return JSON.stringify(parts)
}

/**
 * Where the rows of each table about students are found; null: why they are not part of the file. The columns of
 * each are in `export-columns.test.ts`.
 */
const sectionOfTable: Record<string, ExportSection | null> = {
  card_reports: 'cardReports',
  card_states: 'cardStates',
  favorites: 'favorites',
  ledger_entries: 'ledger',
  orders: 'orders',
  pack_reviews: 'packReviews',
  review_votes: 'reviewVotes',
  security_events: 'securityEvents',
  sessions: 'devices',
  study_answers: 'studyAnswers',
  study_days: 'studyDays',
  study_packs: 'studyPacks',
  study_streaks: 'studyStreaks',
  study_totals: 'account',
  study_undos: 'studyUndos',
  unlocks: 'unlocks',
  // A hash and two dates; what it belongs to is a device.
  upload_tickets: null,
  wallets: 'account',
  wechat_accounts: 'account',
  // Hashes of one authorisation under way, for five minutes.
  wechat_states: null,
}

describe('the export', () => {
  it('has every row of every table about the student', async () => {
    const { db } = server.deps.database
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'student_id' order by 1`.execute(db)
    expect(Object.keys(sectionOfTable).toSorted()).toEqual(tables.map(({ name }) => name))
    for (const [table, section] of Object.entries(sectionOfTable)) {
      if (section === null) continue
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)}
        where student_id = ${student.studentId}`.execute(db)
      const count = rows[0]!.count
      expect(count, table).toBeGreaterThan(0)
      expect(await rowsOf(student, section), section).toHaveLength(count)
    }
  })

  it.each(exportSections)('has the section %s, filled, in one page when it is short', async (section) => {
    const [page, ...more] = await pagesOf(student, section)
    expect(page).toMatchObject({ section, next: null })
    expect(page!.rows.length).toBeGreaterThan(0)
    expect(more).toEqual([])
  })

  it('gives the student’s own data in full', async () => {
    expect(await rowsOf(student, 'account')).toEqual([
      expect.objectContaining({
        id: student.studentId,
        phone: student.phone,
        name: student.mark.slice(0, 20),
        coins: 150,
        answers: 3,
        wechatUnionid: `u-${student.mark}`,
        createdAt: now,
      }),
    ])
    expect(await rowsOf(student, 'unlocks')).toContainEqual({
      packId: student.pack.packId,
      packTitle: '测试卡包',
      paymentMethod: 'balance',
      charged: 50,
      unlockedAt: now,
    })
    expect(await rowsOf(student, 'privateCards')).toEqual([
      expect.objectContaining({
        packId: student.privatePackId,
        markdown: { front: student.mark, back: student.mark },
      }),
    ])
    const answers = await rowsOf(student, 'studyAnswers')
    expect(answers.map(({ undone }) => undone).toSorted()).toEqual([false, false, false, true])
  })

  it('masks the number of a guardian, who is somebody else', async () => {
    const child = await server.signIn()
    await server.deps.database.db
      .updateTable('students')
      .set({ guardian_phone: '13812345678', guardian_agreed_at: now })
      .where('id', '=', child.studentId)
      .execute()
    expect(await rowsOf(child, 'account')).toMatchObject([{ guardianPhone: '138****5678' }])
  })

  it('masks the WeChat in which somebody pays, who may be a parent', async () => {
    const child = await server.signIn()
    await server.deps.database.db
      .updateTable('sessions')
      .set({ wechat_openid: 'oAbCdEfGhIjKlMnOpQrStUvWxYz1' })
      .where('student_id', '=', child.studentId)
      .execute()
    expect(await rowsOf(child, 'devices')).toMatchObject([{ wechatOpenid: 'oAb****xYz1' }])
  })

  it('holds nothing of another student', async () => {
    const file = await fileOf(student)
    expect(file).toContain(student.mark)
    for (const trace of [other.mark, other.studentId, other.phone, other.privatePackId]) {
      expect(file).not.toContain(trace)
    }
  })

  it('holds no token, and no hash of one', async () => {
    const file = await fileOf(student)
    const { db } = server.deps.database
    const hashes = [
      ...(await db.selectFrom('sessions').select('token_hash').execute()),
      ...(await db.selectFrom('upload_tickets').select('token_hash').execute()),
    ].map((row) => row.token_hash)
    for (const secret of [student.token, student.ticket]) expect(file).not.toContain(secret)
    for (const hash of hashes) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(file).not.toContain(hash.toString(encoding))
      }
    }
  })

  it('of a new student has an account, a device, the welcome, and nothing else', async () => {
    const fresh = await server.signIn()
    const filled = []
    for (const section of exportSections) {
      if ((await rowsOf(fresh, section)).length > 0) filled.push(section)
    }
    expect(filled).toEqual(['account', 'devices', 'securityEvents', 'ledger'])
  })
})

describe('a long section', () => {
  it('comes page by page, each row once, also when rows are written between two pages', async () => {
    const { db } = server.deps.database
    const long = await server.signIn()
    const dayOf = (index: number) =>
      new Date(Date.UTC(2020, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)
    const insert = (indexes: number[]) =>
      db
        .insertInto('study_days')
        .values(
          indexes.map((index) => ({
            student_id: long.studentId,
            day: dayOf(index),
            answers: index,
            new_cards: 0,
            duration_ms: 0,
            received: index,
            goal_reached_at: null,
          })),
        )
        .execute()
    await insert(Array.from({ length: 1200 }, (_, index) => index + 10))
    const first = await long.call('GET /account/export', { section: 'studyDays' })
    await insert([0, 1, 2])
    const rest = []
    let cursor = first.data.next
    while (cursor !== null) {
      const { data } = await long.call('GET /account/export', { section: 'studyDays', cursor })
      rest.push(...data.rows)
      cursor = data.next
    }
    const days = [...first.data.rows, ...rest].map(({ day }) => day)
    expect(days).toEqual(Array.from({ length: 1200 }, (_, index) => dayOf(index + 10)))
  })

  it('of private cards comes card by card over all packs', async () => {
    const long = await server.signIn()
    const cardIds: string[] = []
    for (const cardCount of [120, 0, 50, 1]) {
      const pack = await server.insertPack({ ownerId: long.studentId, cardCount })
      cardIds.push(...pack.cardIds)
    }
    const pages = await pagesOf(long, 'privateCards')
    expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 50, 21])
    const found = pages.flatMap(({ rows }) => rows.map(({ id }) => String(id)))
    expect(found.toSorted()).toEqual(cardIds.toSorted())
  })

  it('goes on from a cursor of another student without showing anything of theirs', async () => {
    const [theirs] = await rowsOf(other, 'ledger')
    const { data } = await student.call('GET /account/export', {
      section: 'ledger',
      cursor: String(theirs!['id']),
    })
    expect(JSON.stringify(data.rows)).not.toContain(other.studentId)
    const own = (await rowsOf(student, 'ledger')).map(({ id }) => id)
    for (const { id } of data.rows) expect(own).toContain(id)
  })
})

describe('a cursor', () => {
  const id = randomUUID()

  it.each([
    ['ledger', ''],
    ['ledger', 'x'],
    ['ledger', `${id}'`],
    ['ledger', id.toUpperCase().replace(/\d/g, 'A')],
    ['ledger', '2026-11-20'],
    ['privateCards', id],
    ['privateCards', `${id}:`],
    ['privateCards', `${id}:${id}:${id}`],
    ['studyDays', id],
    ['studyDays', '2026-02-31'],
    ['studyDays', '2026-13-01'],
    ['studyDays', '0000-01-01'],
    ['studyDays', "2026-11-20' or 1=1"],
  ] as const)('that the section %s never gave is refused: %j', async (section, cursor) => {
    const reply = await student.call('GET /account/export', { section, cursor })
    expect(reply).toMatchObject({ status: 422, message: '提交的内容有误：起点' })
  })

  it('that is too long is refused, and so is a section that there is not', async () => {
    const long = await student.call('GET /account/export', { section: 'ledger', cursor: 'a'.repeat(201) })
    expect(long.status).toBe(422)
    const unknown = await student.call('GET /account/export', { section: 'passwords' as 'ledger' })
    expect(unknown).toMatchObject({ status: 422, message: '提交的内容有误：导出内容' })
  })
})
