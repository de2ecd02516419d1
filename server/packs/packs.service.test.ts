import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { unlockPack } from './packs.service.ts'

let student: TestStudent

const server = await serverOfFile()

beforeEach(async () => {
  student = await server.signIn()
})

const unlock = (packId: string, paymentMethod?: 'balance' | 'wechat' | 'sandbox', by = student) =>
  by.call('POST /card-packs/:id/unlock', { id: packId, ...(paymentMethod && { paymentMethod }) })

const ledger = async (by = student) => {
  const { db } = server.deps.database
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['kind', 'reference', 'amount', 'balance_after'])
    .where('student_id', '=', by.studentId)
    .orderBy('id')
    .execute()
  const { coins } = await db
    .selectFrom('wallets')
    .select('coins')
    .where('student_id', '=', by.studentId)
    .executeTakeFirstOrThrow()
  return {
    unlocks: entries.filter(({ kind }) => kind === 'unlock'),
    coins,
    sum: entries.reduce((sum, { amount }) => sum + amount, 0),
  }
}

const learners = async (packId: string): Promise<number> => {
  const { db } = server.deps.database
  const row = await db
    .selectFrom('card_packs')
    .select('learner_count')
    .where('id', '=', packId)
    .executeTakeFirstOrThrow()
  return row.learner_count
}

const isUnlocked = async (packId: string): Promise<boolean> =>
  (await student.call('GET /card-packs/:id', { id: packId })).data.unlocked

describe('unlocking a pack', () => {
  it('takes the price, writes the ledger and counts the learner', async () => {
    const { packId } = await server.insertPack({ priceCoins: 50 })
    const { data } = await unlock(packId)
    expect(data).toEqual({ packId, unlockedAt: server.clock.now().toISOString(), charged: 50, coins: 150 })
    expect(await ledger()).toEqual({
      unlocks: [{ kind: 'unlock', reference: packId, amount: -50, balance_after: 150 }],
      coins: 150,
      sum: 150,
    })
    expect(await learners(packId)).toBe(1)
  })

  it('charges once when it is asked twice, and keeps the first instant', async () => {
    const { packId } = await server.insertPack({ priceCoins: 50 })
    const first = await unlock(packId)
    server.clock.advance(60_000)
    const second = await unlock(packId, 'balance')
    expect(second.data).toEqual({ ...first.data, charged: 0 })
    expect(await learners(packId)).toBe(1)
  })

  it('comes into no list that was opened while the wallet was waited for', async () => {
    const { packId } = await server.insertPack({ priceCoins: 50 })
    let asOf = ''
    const wallet: Deps['wallet'] = {
      ...server.deps.wallet,
      post: async (...posting) => {
        asOf = server.clock.now().toISOString()
        server.clock.advance(1000)
        return server.deps.wallet.post(...posting)
      },
    }
    const { studentId } = student
    const reply = await unlockPack(
      { ...server.deps, wallet },
      { packId, studentId, paymentMethod: 'balance' },
    )
    expect(reply.unlockedAt).toBe(server.clock.now().toISOString())
    const total = async (query: { asOf?: string }) =>
      (await student.call('GET /card-packs/unlocked', query)).data.total
    expect([await total({ asOf }), await total({})]).toEqual([0, 1])
  })

  it('charges once when many ask at once', async () => {
    const { packId } = await server.insertPack({ priceCoins: 120 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => unlock(packId)))
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(2000))
    expect(answers.map(({ data }) => data.charged).sort((a, b) => b - a)).toEqual([120, 0, 0, 0, 0, 0, 0, 0])
    expect(new Set(answers.map(({ data }) => data.coins))).toEqual(new Set([80]))
    expect(await ledger()).toMatchObject({ coins: 80, sum: 80, unlocks: [{ amount: -120 }] })
    expect(await learners(packId)).toBe(1)
  })

  it('never lets two different packs together overdraw the wallet', async () => {
    const packs = await Promise.all([1, 2, 3].map(() => server.insertPack({ priceCoins: 150 })))
    const answers = await Promise.all(packs.map(({ packId }) => unlock(packId)))
    expect(answers.map(({ code }) => code).sort()).toEqual([2000, 4091, 4091])
    expect(await ledger()).toMatchObject({ coins: 50, sum: 50 })
  })

  it('says how many coins are missing, and changes nothing', async () => {
    const { packId } = await server.insertPack({ priceCoins: 260 })
    expect(await unlock(packId)).toMatchObject({
      status: 409,
      code: 4091,
      message: '金币不足，还差 60 金币',
      showType: 1,
    })
    expect(await isUnlocked(packId)).toBe(false)
    expect(await ledger()).toMatchObject({ unlocks: [], coins: 200 })
    expect(await learners(packId)).toBe(0)
  })

  it('gives a free pack without a ledger row', async () => {
    const { packId } = await server.insertPack({ priceCoins: 0 })
    expect((await unlock(packId)).data).toMatchObject({ charged: 0, coins: 200 })
    expect(await ledger()).toMatchObject({ unlocks: [], coins: 200 })
    expect(await isUnlocked(packId)).toBe(true)
    expect(await learners(packId)).toBe(1)
  })

  it('counts every learner of a pack that many unlock at once', async () => {
    const { packId } = await server.insertPack({ priceCoins: 10 })
    const students = await Promise.all(Array.from({ length: 5 }, () => server.signIn()))
    await Promise.all(students.map((by) => unlock(packId, 'balance', by)))
    expect(await learners(packId)).toBe(5)
  })

  it('does not take a payment method that is not turned on', async () => {
    const { packId } = await server.insertPack()
    const orderId = randomUUID()
    const reply = await student.call('POST /card-packs/:id/unlock', {
      id: packId,
      paymentMethod: 'wechat',
      orderId,
    })
    expect(reply).toMatchObject({ status: 409, code: 4092 })
    expect(await isUnlocked(packId)).toBe(false)
  })

  it('does not know unknown packs and private packs', async () => {
    const other = await server.signIn()
    const { packId } = await server.insertPack({ ownerId: other.studentId })
    expect((await unlock(packId)).code).toBe(4040)
    expect((await unlock(randomUUID())).code).toBe(4040)
    expect(await ledger()).toMatchObject({ unlocks: [], coins: 200 })
  })

  it('refuses a payment method that is none', async () => {
    const { packId } = await server.insertPack()
    expect((await unlock(packId, "'; drop table wallets; --" as 'balance')).status).toBe(422)
  })
})
