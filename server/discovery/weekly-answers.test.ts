import { sql } from 'kysely'
import { beforeEach, expect, describe, it } from 'vitest'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startWeeklyAnswers } from './weekly-answers.ts'

const now = '2026-11-20T08:00:00.000Z'

let packId: string
let cardId: string

const server = await serverOfFile({ now })
beforeEach(async () => {
  server.clock.advance(3_600_000)
  const pack = await server.insertPack({ previewCount: 1 })
  packId = pack.packId
  cardId = pack.cardIds[0]!
})

const answer = async (answeredAt: string): Promise<void> => {
  const { call } = await server.signIn()
  await upload(call, { packId, sentAt: server.clock.now(), answers: [makeAnswer({ cardId, answeredAt })] })
}

/** A process that takes its first turn at once, and then only when the test asks for one. */
const startProcess = () => startWeeklyAnswers({ ...server.deps, every: () => () => {} })

const counted = async (): Promise<number> => {
  const { db } = server.deps.database
  const pack = await db.selectFrom('card_packs').select('weekly_answers').where('id', '=', packId).execute()
  return pack[0]!.weekly_answers
}

describe('the week’s answers', () => {
  it('are those of the last seven days', async () => {
    await answer('2026-11-13T08:00:00.000Z')
    await answer('2026-11-14T08:00:00.000Z')
    await answer('2026-11-20T08:00:00.000Z')
    expect(await startProcess().turn()).toBe(true)
    expect(await counted()).toBe(2)
    server.clock.set('2026-11-21T08:00:00.000Z')
    expect(await startProcess().turn()).toBe(true)
    expect(await counted()).toBe(1)
  })

  it('are counted by one of the processes that come at once, and again when its lease ran out', async () => {
    const processes = [startProcess(), startProcess(), startProcess()]
    const turns = await Promise.all(processes.map(({ turn }) => turn()))
    expect(turns.filter(Boolean)).toHaveLength(1)
    await answer(server.clock.now().toISOString())
    expect(await processes[0]!.turn()).toBe(false)
    expect(await counted()).toBe(0)
    server.clock.advance(5 * 60_000)
    expect(await processes[1]!.turn()).toBe(true)
    expect(await counted()).toBe(1)
    await Promise.all(processes.map(({ stop }) => stop()))
  })

  it.runIf(process.env['TEST_DATABASE_URL'])(
    'are counted by one process, also when its count takes longer than its lease',
    async () => {
      const { database } = server.deps
      await answer(server.clock.now().toISOString())
      const [first, second] = await database.transaction(async (tx) => {
        await sql`lock table study_answers in access exclusive mode`.execute(tx)
        const counting = startProcess().turn()
        await expect.poll(() => countLockWaiters(database.db)).toBe(1)
        server.clock.advance(6 * 60_000)
        const waiting = startProcess().turn()
        await expect.poll(() => countLockWaiters(database.db)).toBe(2)
        return [counting, waiting].map((turn) => ({ turn }))
      })
      expect([await first?.turn, await second?.turn]).toEqual([true, false])
      expect(await counted()).toBe(1)
    },
  )

  it('are never counted by a request', async () => {
    await answer(server.clock.now().toISOString())
    expect((await server.call('GET /discovery')).code).toBe(2000)
    expect(await counted()).toBe(0)
  })

  it('leave the process standing when the database does not answer', async () => {
    const transaction = () => Promise.reject(new Error('gone'))
    const database = { ...server.deps.database, transaction }
    const { turn } = startWeeklyAnswers({ ...server.deps, database, every: () => () => {} })
    expect(await turn()).toBe(false)
  })
})
