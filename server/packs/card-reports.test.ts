import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPrivatePack } from '#tests/support/private-packs.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const server = await serverOfFile()
const pack = await server.insertPack({ previewCount: 1 })

const report = (student: TestStudent, cardId: string, reportId = randomUUID(), packId = pack.packId) =>
  student.call('POST /card-packs/:id/cards/:cardId/report', {
    id: packId,
    cardId,
    reportId,
    problem: 'wrong_answer',
    comment: ' 应为 1949 年 ',
  })

/** What the day's limit has counted. */
const countOf = async ({ studentId }: TestStudent): Promise<number | undefined> => {
  const row = await server.deps.database.db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', `card-report:${studentId}`)
    .executeTakeFirst()
  return row?.count
}

const reportsOf = ({ studentId }: TestStudent) =>
  server.deps.database.db
    .selectFrom('card_reports')
    .select(['id', 'card_id', 'card_hash', 'problem', 'comment'])
    .where('student_id', '=', studentId)
    .execute()

describe('reporting a card', () => {
  it('keeps what is wrong with which version of it, once for each id, however often it is sent', async () => {
    const student = await server.signIn()
    const [cardId = ''] = pack.previewCardIds
    const reportId = randomUUID()
    const replies = await Promise.all([1, 2, 3, 4].map(() => report(student, cardId, reportId)))
    expect(replies.map(({ code, data }) => [code, data])).toEqual([1, 2, 3, 4].map(() => [2000, {}]))
    expect(await reportsOf(student)).toEqual([
      {
        id: reportId,
        card_id: cardId,
        card_hash: 'hash-1',
        problem: 'wrong_answer',
        comment: '应为 1949 年',
      },
    ])
    expect(await countOf(student)).toBe(1)
  })

  it('with an id that another student used is a report of its own', async () => {
    const [one, two] = [await server.signIn(), await server.signIn()]
    const reportId = randomUUID()
    for (const student of [one, two]) await report(student, pack.previewCardIds[0]!, reportId)
    expect(await reportsOf(two)).toHaveLength(1)
  })

  it('is for previews, and for all cards of a pack that one has', async () => {
    const student = await server.signIn()
    const locked = pack.cardIds[2]!
    expect(await report(student, locked)).toMatchObject({ status: 403, code: 4031 })
    await server.unlock(student.studentId, pack.packId)
    expect((await report(student, locked)).code).toBe(2000)
  })

  it('finds no card of another pack, of no pack, or of a private pack, even one’s own', async () => {
    const student = await server.signIn()
    const other = await server.insertPack()
    const own = await createPrivatePack(student.call)
    const absent = [
      report(student, other.cardIds[0]!),
      report(student, randomUUID()),
      report(student, pack.cardIds[0]!, randomUUID(), randomUUID()),
      report(student, own.cardIds[0]!, randomUUID(), own.packId),
    ]
    for (const reply of await Promise.all(absent)) expect(reply).toMatchObject({ status: 404, code: 4040 })
    expect(await reportsOf(student)).toEqual([])
  })

  it('is limited for a student and day, and what was kept before is still accepted', async () => {
    const student = await server.signIn()
    const [cardId = ''] = pack.previewCardIds
    const ids = Array.from({ length: 50 }, () => randomUUID())
    await Promise.all(ids.map((id) => report(student, cardId, id)))
    expect(await report(student, cardId)).toMatchObject({ status: 429, code: 4290 })
    expect((await report(student, cardId, ids[0])).code).toBe(2000)
    expect([(await reportsOf(student)).length, await countOf(student)]).toEqual([50, 50])
    expect((await report(await server.signIn(), cardId)).code).toBe(2000)
    server.clock.advance(86_400_000)
    expect((await report(student, cardId)).code).toBe(2000)
    expect(await reportsOf(student)).toHaveLength(51)
  })

  it.each([
    ['an unknown problem', { problem: 'boring' }],
    ['no id', { reportId: undefined }],
    ['a text that turns around', { comment: '错\u202e字' }],
  ])('is refused with %s', async (_, change) => {
    const student = await server.signIn()
    const input = {
      id: pack.packId,
      cardId: pack.previewCardIds[0]!,
      reportId: randomUUID(),
      problem: 'typo',
    }
    const reply = await student.call('POST /card-packs/:id/cards/:cardId/report', {
      ...input,
      ...change,
    } as never)
    expect(reply).toMatchObject({ status: 422, code: 4220 })
  })
})
