import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'

let student: TestStudent
const cardId = (index: number): string => pack.cardIds[index]!

const server = await serverOfFile({ now })
const pack = await server.insertPack({ cardCount: 8, previewCount: 2 })

beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
  await server.unlock(student.studentId, pack.packId)
})

const send = (answers: readonly unknown[], undos: readonly unknown[] = [], sentAt: Date | string = now) =>
  upload(student.call, { packId: pack.packId, sentAt, answers, undos })

describe('answers that are refused', () => {
  const good = () => makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:59:00.000Z' })

  it.each([
    ['a rating of 7', { rating: 7 }],
    ['a rating as text', { rating: '3' }],
    ['a date that does not exist', { answeredAt: '2026-02-30T00:00:00.000Z' }],
    ['an hour that does not exist', { answeredAt: '2026-02-20T99:00:00.000Z' }],
    ['SQL in the place of the id', { id: "'; drop table students; --" }],
    ['SQL in the place of the card', { cardId: "' or 1=1 --" }],
    ['HTML in the place of the mode', { mode: '<script>alert(1)</script>' }],
    ['an endless duration', { durationMs: 1e12 }],
    ['a retention of nothing', { retention: 0 }],
    ['an offset of two days', { utcOffsetMinutes: 2880 }],
  ])('refuses %s alone and stores the rest', async (_, change) => {
    const [before, after] = [good(), good()]
    const { code, data } = await send([before, { ...good(), ...change }, after])
    expect(code).toBe(2000)
    expect(data.results.map(({ status, reason }) => reason ?? status)).toEqual([
      'stored',
      'invalid',
      'stored',
    ])
    expect(data.totals.answers).toBe(2)
  })

  it.each([[null], [7], ['text'], [[]], [{}], [{ id: 5 }]])(
    'refuses %j as an answer without losing count',
    async (element) => {
      const { data } = await send([element, good()], [element])
      expect(data.results).toMatchObject([
        { id: '', status: 'refused', reason: 'invalid' },
        { status: 'stored' },
        { id: '', status: 'refused', reason: 'invalid' },
      ])
    },
  )

  it.each([
    ['a reason, as refusals have', { reason: 'hello' }],
    ['a character that no database holds', { note: 'a\u0000b' }],
    ['fields of its own', { undone: true, day: '1999-01-01', deviceAnsweredAt: 'x' }],
    ['lists in lists', { note: [[[[[[[[[[]]]]]]]]]] }],
  ])('stores an answer and an undo that also carry %s, without it', async (_, more) => {
    const answer = good()
    const undo = makeUndo(answer)
    const kept = good()
    const { code, data } = await send(
      [
        { ...answer, ...more },
        { ...kept, ...more },
      ],
      [{ ...undo, ...more }],
    )
    expect(code).toBe(2000)
    expect(data.results.map(({ status }) => status)).toEqual(['stored', 'stored', 'stored'])
    expect(data.totals.answers).toBe(1)
    expect(data.days.map(({ day }) => day)).toEqual(['2026-11-20'])
  })

  it('refuses answers for a locked pack, except to its preview cards', async () => {
    const locked = await server.insertPack({ cardCount: 3, previewCount: 1 })
    const answers = locked.cardIds.map((id) =>
      makeAnswer({ cardId: id, answeredAt: '2026-11-20T07:59:00.000Z' }),
    )
    const { data } = await upload(student.call, { packId: locked.packId, sentAt: now, answers })
    expect(data.results.map(({ status, reason }) => reason ?? status)).toEqual([
      'stored',
      'pack_locked',
      'pack_locked',
    ])
  })

  it('counts two thousand answers to one card and no more; the last can be taken back, and its place is free', async () => {
    const first = Date.parse('2026-11-01T00:00:00.000Z')
    const answers = Array.from({ length: 2001 }, (_, index) =>
      makeAnswer({ cardId: cardId(0), answeredAt: new Date(first + index * 60_000).toISOString() }),
    )
    const [beyond, ...counted] = answers.toReversed()
    for (let from = 0; from < counted.length; from += 200) await send(counted.slice(from, from + 200))
    const outcome = async (...facts: Parameters<typeof send>) =>
      (await send(...facts)).data.results.map(({ status, reason }) => reason ?? status)
    expect(await outcome([beyond])).toEqual(['invalid'])
    expect(await outcome([], [makeUndo(counted[7]!)])).toEqual(['stored'])
    expect(await outcome([beyond])).toEqual(['stored'])
    const { data } = await student.call('GET /user-study/states', {})
    expect(data.states).toMatchObject([{ cardId: cardId(0), reps: 2000 }])
  })

  it('takes the same answer once the pack is unlocked', async () => {
    const locked = await server.insertPack({ cardCount: 1, previewCount: 0 })
    const answers = [makeAnswer({ cardId: locked.cardIds[0]!, answeredAt: '2026-11-20T07:59:00.000Z' })]
    await upload(student.call, { packId: locked.packId, sentAt: now, answers })
    await server.unlock(student.studentId, locked.packId)
    const { data } = await upload(student.call, { packId: locked.packId, sentAt: now, answers })
    expect(data.results).toMatchObject([{ status: 'stored' }])
  })

  it('refuses a card that is of another pack or of none', async () => {
    const other = await server.insertPack({ cardCount: 1, previewCount: 1 })
    const answers = [other.cardIds[0]!, randomUUID()].map((id) =>
      makeAnswer({ cardId: id, answeredAt: '2026-11-20T07:59:00.000Z' }),
    )
    const { data } = await send(answers)
    expect(data.results.map(({ reason }) => reason)).toEqual(['unknown_card', 'unknown_card'])
  })

  it("does not reveal that another student's private pack exists", async () => {
    const owner = await server.signIn()
    const secret = await server.insertPack({ ownerId: owner.studentId, cardCount: 1, previewCount: 1 })
    const answers = [makeAnswer({ cardId: secret.cardIds[0]!, answeredAt: '2026-11-20T07:59:00.000Z' })]
    const facts = { packId: secret.packId, sentAt: now, answers }
    expect((await upload(student.call, facts)).data.results).toMatchObject([{ reason: 'unknown_card' }])
    expect((await upload(owner.call, facts)).data.results).toMatchObject([{ status: 'stored' }])
  })

  it('asks for smaller batches above 200 facts', async () => {
    const answers = Array.from({ length: 101 }, good)
    const reply = await send(answers, answers.slice(0, 100).map(makeUndo))
    expect(reply).toMatchObject({ status: 413, code: 4130, message: '提交的内容太大，请分几次提交' })
  })

  it('asks to wait after more answers in an hour than anybody gives, and takes them afterwards', async () => {
    const { db } = server.deps.database
    await send([good()])
    await db
      .updateTable('rate_limits')
      .set({ count: 19_999 })
      .where('key', '=', `record:${student.studentId}`)
      .execute()
    const [one, two] = [good(), good()]
    expect(await send([one, two])).toMatchObject({ status: 429 })
    expect((await send([one])).data.results).toMatchObject([{ status: 'stored' }])
    server.clock.set('2026-11-20T09:00:00.000Z')
    expect((await send([two], [], '2026-11-20T09:00:00.000Z')).data.results).toMatchObject([
      { status: 'stored' },
    ])
  })

  it('refuses a batch whose sending time is no time', async () => {
    const reply = await student.call('POST /user-study/record/:packId/:sessionId', {
      packId: pack.packId,
      sessionId: randomUUID(),
      deviceId: randomUUID(),
      sentAt: '2026-13-01T00:00:00.000Z',
      answers: [],
      undos: [],
    })
    expect(reply).toMatchObject({ status: 422, message: '提交的内容有误：发送时间' })
  })
})

describe('clocks that are wrong', () => {
  const storedAt = async (id: string): Promise<{ answered_at: Date; device_answered_at: string }> =>
    server.deps.database.db
      .selectFrom('study_answers')
      .select(['answered_at', 'device_answered_at'])
      .where('student_id', '=', student.studentId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  it.each([
    ['keeps a time up to five minutes ahead', '2026-11-20T08:04:00.000Z', now, '2026-11-20T08:04:00.000Z'],
    ['counts a date in 2090 as given on receipt', '2090-01-01T00:00:00.000Z', now, now],
    ['counts a date before 2020 as given on receipt', '1999-01-01T00:00:00.000Z', now, now],
    [
      'shifts the answers of a clock that is days ahead',
      '2026-11-23T07:30:00.000Z',
      '2026-11-23T08:00:00.000Z',
      '2026-11-20T07:30:00.000Z',
    ],
    [
      'shifts the answers of a clock that is years behind',
      '2020-01-01T00:30:00.000Z',
      '2020-01-01T01:00:00.000Z',
      '2026-11-20T07:30:00.000Z',
    ],
    [
      'leaves alone a clock that is four minutes ahead',
      '2026-11-20T08:03:00.000Z',
      '2026-11-20T08:04:00.000Z',
      '2026-11-20T08:03:00.000Z',
    ],
  ])('%s', async (_, answeredAt, sentAt, expected) => {
    const answer = makeAnswer({ cardId: cardId(0), answeredAt })
    const { data } = await send([answer], [], sentAt)
    expect(data.results).toMatchObject([{ status: 'stored' }])
    const row = await storedAt(answer.id)
    expect(row.answered_at.toISOString()).toBe(expected)
    expect(row.device_answered_at).toBe(answeredAt)
  })

  it.each(['2090-01-01', '1999-01-01'])(
    'keep the order of answers that were given on %s and sent once the clock was right',
    async (day) => {
      const answers = ['T10:00:00.000Z', 'T10:00:20.000Z', 'T10:01:00.000Z'].map((time) =>
        makeAnswer({ cardId: cardId(0), answeredAt: day + time }),
      )
      await send(answers.toReversed())
      const stored = await Promise.all(answers.map(({ id }) => storedAt(id)))
      expect(stored.map(({ answered_at }) => answered_at.toISOString())).toEqual([
        '2026-11-20T07:59:00.000Z',
        '2026-11-20T07:59:20.000Z',
        now,
      ])
    },
  )
})
