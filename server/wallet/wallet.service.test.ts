import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExpectedError } from '#server/lib/errors.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { LedgerPosting } from './wallet.service.ts'

const server = await serverOfFile()

const post = (studentId: string, posting: LedgerPosting) =>
  server.deps.database.transaction((tx) => server.deps.wallet.post(tx, studentId, posting))

const booksOf = async (studentId: string) => {
  const { db } = server.deps.database
  const { coins } = await db
    .selectFrom('wallets')
    .select('coins')
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('student_id', '=', studentId)
    .execute()
  return { coins, entries }
}

describe('the wallet', () => {
  it('writes an entry with the balance after it', async () => {
    const { studentId } = await server.signIn()
    const posted = await post(studentId, { kind: 'unlock', reference: 'a pack', amount: -50 })
    expect(posted).toEqual({ coins: 150, posted: true })
    expect((await booksOf(studentId)).entries).toContainEqual(
      expect.objectContaining({ kind: 'unlock', reference: 'a pack', amount: -50, balance_after: 150 }),
    )
  })

  it('lists entries of one moment in the order in which each balance follows the one before', async () => {
    const student = await server.signIn()
    const amounts = [30, -20, 45, -10, 30, -60, 5, 80, -3]
    for (const [index, amount] of amounts.entries())
      await post(student.studentId, { kind: 'daily_goal', reference: `2026-11-0${index + 1}`, amount })
    const { data } = await student.call('GET /wallet/balance-history')
    const written = data.items.toReversed()
    expect(written.map(({ amount }) => amount)).toEqual([200, ...amounts])
    expect(written.map(({ balanceAfter, amount }) => balanceAfter - amount)).toEqual([
      0,
      ...written.slice(0, -1).map(({ balanceAfter }) => balanceAfter),
    ])
  })

  it('changes nothing when the same reference is posted again', async () => {
    const { studentId } = await server.signIn()
    await post(studentId, { kind: 'unlock', reference: 'a pack', amount: -50 })
    expect(await post(studentId, { kind: 'unlock', reference: 'a pack', amount: -50 })).toEqual({
      coins: 150,
      posted: false,
    })
  })

  it('says how many coins are missing, and leaves the balance alone', async () => {
    const { studentId } = await server.signIn()
    await expect(post(studentId, { kind: 'unlock', reference: 'a pack', amount: -230 })).rejects.toThrow(
      '金币不足，还差 30 金币',
    )
    expect(await booksOf(studentId)).toMatchObject({ coins: 200, entries: [{ kind: 'welcome' }] })
  })

  it('keeps an opened wallet as it is', async () => {
    const { studentId } = await server.signIn()
    await server.deps.database.transaction((tx) => server.deps.wallet.open(tx, studentId))
    expect((await booksOf(studentId)).coins).toBe(200)
  })

  it("never touches another student's coins", async () => {
    const [one, two] = [await server.signIn(), await server.signIn()]
    await post(one.studentId, { kind: 'unlock', reference: 'a pack', amount: -50 })
    expect((await booksOf(two.studentId)).coins).toBe(200)
  })
})

describe('the books, whatever is posted at the same moment', () => {
  const posting: fc.Arbitrary<LedgerPosting> = fc.record({
    kind: fc.constantFrom('unlock', 'daily_goal', 'recharge', 'refund'),
    reference: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    amount: fc.integer({ min: -150, max: 60 }),
  })

  it('balance: the sum of the ledger is the balance, no balance is negative, no reference counts twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 2, maxLength: 20 }), async (postings) => {
        const { studentId } = await server.signIn()
        const outcomes = await Promise.allSettled(postings.map((each) => post(studentId, each)))
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            expect((outcome.reason as ExpectedError).reason).toBe('insufficient_balance')
        }
        const { coins, entries } = await booksOf(studentId)
        expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(coins)
        expect(coins).toBeGreaterThanOrEqual(0)
        expect(entries.every((entry) => entry.balance_after >= 0)).toBe(true)
        expect(new Set(entries.map((entry) => `${entry.kind}:${entry.reference}`)).size).toBe(entries.length)
        const written = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value.posted)
        expect(entries).toHaveLength(written.length + 1)
      }),
      { numRuns: 40, interruptAfterTimeLimit: 15_000 },
    )
  })

  it('lets exactly one of two unlocks through that only one balance can pay', async () => {
    const { studentId } = await server.signIn()
    const outcomes = await Promise.allSettled(
      ['one pack', 'another pack'].map((reference) =>
        post(studentId, { kind: 'unlock', reference, amount: -150 }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await booksOf(studentId)).coins).toBe(50)
  })
})
