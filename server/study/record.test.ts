import { beforeEach, describe, expect, it } from 'vitest'
import { fold } from '#contract/scheduling.ts'
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

describe('uploading answers', () => {
  it('stores an answer and replies with the state that the page computes itself', async () => {
    const answer = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:59:00.000Z' })
    const { code, data } = await send([answer])
    expect(code).toBe(2000)
    expect(data.results).toEqual([{ id: answer.id, status: 'stored' }])
    expect(data.states).toEqual([{ ...fold([answer]), packId: pack.packId, version: 1 }])
    expect(data.days).toEqual([
      { day: '2026-11-20', answers: 1, newCards: 1, durationMs: 4000, goalReached: false, cards: 1 },
    ])
    expect(data.totals).toEqual({ version: 1, xp: 10, answers: 1, durationMs: 4000, coins: 200 })
  })

  it('counts a replayed answer once and gives its state again', async () => {
    const answer = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:59:00.000Z' })
    const first = await send([answer])
    const replay = await send([answer])
    expect(replay.data.results).toEqual([{ id: answer.id, status: 'duplicate' }])
    expect({ ...replay.data, results: [] }).toEqual({ ...first.data, results: [] })
  })

  it('counts an answer once that stands twice in one batch', async () => {
    const answer = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:59:00.000Z' })
    const { data } = await send([answer, answer])
    expect(data.results.map(({ status }) => status)).toEqual(['stored', 'duplicate'])
    expect(data.totals.answers).toBe(1)
  })

  it('keeps the first of two answers with the same id', async () => {
    const answer = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:59:00.000Z', rating: 1 })
    const first = await send([answer])
    const second = await send([{ ...answer, rating: 4 }])
    expect(second.data.states).toEqual(first.data.states)
  })

  it('folds an answer that comes late into its place', async () => {
    const early = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-19T07:00:00.000Z', rating: 1 })
    const late = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:00:00.000Z', rating: 4 })
    const first = await send([late])
    expect(first.data.days).toMatchObject([{ day: '2026-11-20', newCards: 1 }])
    const second = await send([early])
    expect(second.data.states).toEqual([{ ...fold([early, late]), packId: pack.packId, version: 2 }])
    // The card was met a day earlier than it seemed.
    expect(second.data.days).toMatchObject([
      { day: '2026-11-19', answers: 1, newCards: 1 },
      { day: '2026-11-20', answers: 1, newCards: 0 },
    ])
  })

  it('accepts an upload ticket in the place of a session', async () => {
    const answer = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:59:00.000Z' })
    const { data } = await upload(student.callWithTicket, {
      packId: pack.packId,
      sentAt: now,
      answers: [answer],
    })
    expect(data.results).toEqual([{ id: answer.id, status: 'stored' }])
  })

  it('still accepts answers to a card that left its pack', async () => {
    await server.deps.database.db
      .updateTable('cards')
      .set({ removed_at: server.clock.now() })
      .where('id', '=', cardId(7))
      .execute()
    const { data } = await send([makeAnswer({ cardId: cardId(7), answeredAt: '2026-11-20T07:59:00.000Z' })])
    expect(data.results).toMatchObject([{ status: 'stored' }])
  })

  it('gives two students who use the same answer id one answer each', async () => {
    const answer = makeAnswer({ cardId: cardId(0), answeredAt: '2026-11-20T07:59:00.000Z' })
    await send([answer])
    const other = await server.signIn()
    await server.unlock(other.studentId, pack.packId)
    const { data } = await upload(other.call, { packId: pack.packId, sentAt: now, answers: [answer] })
    expect(data.results).toEqual([{ id: answer.id, status: 'stored' }])
  })

  it('stores each answer once when the same batch arrives twice at the same moment', async () => {
    const answers = [0, 1, 2].map((index) =>
      makeAnswer({ cardId: cardId(index), answeredAt: '2026-11-20T07:59:00.000Z' }),
    )
    const [one, two] = await Promise.all([send(answers), send(answers)])
    const statuses = [...one.data.results, ...two.data.results].map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(3).fill('duplicate'), ...Array(3).fill('stored')])
    expect((await student.call('GET /user-study/summary')).data.totals).toMatchObject({ answers: 3, xp: 30 })
  })
})

describe('undoing', () => {
  const answer = (index: number, answeredAt: string) => makeAnswer({ cardId: cardId(index), answeredAt })

  it('takes back the last answer of a card', async () => {
    const first = answer(0, '2026-11-20T07:00:00.000Z')
    const second = answer(0, '2026-11-20T07:20:00.000Z')
    await send([first, second])
    const { data } = await send([], [makeUndo(second)])
    expect(data.results).toMatchObject([{ status: 'stored' }])
    expect(data.states).toEqual([{ ...fold([first]), packId: pack.packId, version: 2 }])
    expect(data.totals).toMatchObject({ answers: 1, xp: 10 })
  })

  it('resets a card of which no answer is left, and reports it to other devices', async () => {
    const only = answer(0, '2026-11-20T07:00:00.000Z')
    await send([only])
    const { data } = await send([], [makeUndo(only)])
    expect(data).toMatchObject({
      states: [],
      reset: [cardId(0)],
      days: [{ day: '2026-11-20', answers: 0, newCards: 0, durationMs: 0 }],
      totals: { answers: 0, xp: 0, durationMs: 0 },
    })
    const states = await student.call('GET /user-study/states', { cursor: 1 })
    expect(states.data).toEqual({ states: [], reset: [cardId(0)], cursor: 2, hasMore: false })
  })

  it('lets a card start again after all of its answers were undone', async () => {
    const only = answer(0, '2026-11-20T07:00:00.000Z')
    await send([only], [makeUndo(only)])
    const again = answer(0, '2026-11-20T07:30:00.000Z')
    const { data } = await send([again])
    expect(data.states).toEqual([{ ...fold([again]), packId: pack.packId, version: 2 }])
  })

  it('remembers an undo that comes before its answer', async () => {
    const only = answer(0, '2026-11-20T07:00:00.000Z')
    await send([], [makeUndo(only)])
    const { data } = await send([only])
    expect(data.results).toMatchObject([{ status: 'stored' }])
    expect(data).toMatchObject({ states: [], totals: { answers: 0, xp: 0 } })
  })

  it('counts an undo once, however often it is sent', async () => {
    const [first, second] = [answer(0, '2026-11-20T07:00:00.000Z'), answer(1, '2026-11-20T07:01:00.000Z')]
    const undo = makeUndo(first)
    await send([first, second], [undo])
    const { data } = await send([], [undo, makeUndo(first)])
    expect(data.results.map(({ status }) => status)).toEqual(['duplicate', 'stored'])
    expect(data.totals).toMatchObject({ answers: 1, xp: 10 })
  })

  it("cannot take back another student's answer", async () => {
    const mine = answer(0, '2026-11-20T07:00:00.000Z')
    await send([mine])
    const other = await server.signIn()
    await server.unlock(other.studentId, pack.packId)
    await upload(other.call, { packId: pack.packId, sentAt: now, undos: [makeUndo(mine)] })
    expect((await student.call('GET /user-study/summary')).data.totals.answers).toBe(1)
  })
})
