import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { callAs } from '../browser/api.ts'
import { expect, testWithOwnServer } from '../browser/fixture.ts'
import { newPhoneNumber } from '../browser/sign-in.ts'

// What is lost once is lost: no second try.
testWithOwnServer.describe.configure({ retries: 0 })

/** A power cut in the middle of a class: nothing that the server has acknowledged is gone when it is back. */

const students = 12
const rounds = 10
const kills = 3
const answersPerRound = 3

type Call = <K extends EndpointKey>(key: K, input: Input<K>) => Promise<Reply<K>>
type Student = { call: Call; given: string[]; coinsBought: number; packId: string }

const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error && 'isTemporary' in error && error.isTemporary === true

/** Sends as the app does: until there is an answer, always the same request. */
const insist = async <T>(send: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!isNoAnswer(error)) throw error
      await delay(50)
    }
  }
}

const signIn = async (host: string): Promise<Call> => {
  const phone = newPhoneNumber()
  const { devCode = '' } = await callAs(host, null, 'POST /auth/send-code', { phone })
  const { token } = await callAs(host, null, 'POST /auth/login', { phone, code: devCode, agreed: true })
  return (key, input) => insist(() => callAs(host, token, key, input))
}

const answersOf = (ids: readonly string[], cardIds: readonly string[]) =>
  ids.map((id, index) => ({
    id,
    cardId: cardIds[index % cardIds.length] ?? '',
    rating: 3 as const,
    answeredAt: new Date().toISOString(),
    durationMs: 4000,
    utcOffsetMinutes: 480,
    mode: 'flip' as const,
    retention: 0.9,
  }))

const upload = (student: Student, ids: readonly string[], cardIds: readonly string[]) =>
  student.call('POST /user-study/record/:packId/:sessionId', {
    packId: student.packId,
    sessionId: crypto.randomUUID(),
    deviceId: crypto.randomUUID(),
    sentAt: new Date().toISOString(),
    answers: answersOf(ids, cardIds),
    undos: [],
  })

const buyCoins = async (student: Student, productId: string): Promise<void> => {
  const orderId = crypto.randomUUID()
  const { coins } = await student.call('POST /orders', { orderId, productId, paymentMethod: 'sandbox' })
  await student.call('POST /orders/:orderId/sandbox-result', { orderId, result: 'success' })
  student.coinsBought += coins
}

const ledgerOf = async ({ call }: Student): Promise<LedgerEntry[]> => {
  const { items, hasMore } = await call('GET /wallet/balance-history', { limit: 50 })
  expect(hasMore).toBe(false)
  return items
}

testWithOwnServer(
  'a server killed under load loses no acknowledged answer and no coin',
  async ({ server }) => {
    const { weekly, featured } = await callAs(server.url, null, 'GET /discovery', {})
    const pack = [...weekly, ...featured].find(({ priceCoins }) => priceCoins > 0 && priceCoins <= 200)
    if (!pack) throw new Error('no pack that a new student can pay for')
    const catalogue = await callAs(server.url, null, 'GET /card-packs/:id/card-catalogue', { id: pack.id })
    const cardIds = catalogue.chapters.flatMap(({ cards }) => cards.map(({ id }) => id))
    const calls = await Promise.all(Array.from({ length: students }, () => signIn(server.url)))
    const classmates = calls.map((call): Student => ({ call, given: [], coinsBought: 0, packId: pack.id }))
    const { products } = await classmates[0]!.call('GET /products/active', {})
    const productId = products[0]?.id ?? ''

    const progress = { rounds: 0 }
    const work = Promise.all(
      classmates.map(async (student) => {
        await student.call('POST /card-packs/:id/unlock', { id: pack.id, paymentMethod: 'balance' })
        for (let round = 0; round < rounds; round += 1) {
          const ids = Array.from({ length: answersPerRound }, () => crypto.randomUUID())
          await upload(student, ids, cardIds)
          student.given.push(...ids)
          if (round % 4 === 0) await buyCoins(student, productId)
          progress.rounds += 1
        }
      }),
    )
    for (let kill = 1; kill <= kills; kill += 1) {
      const due = (students * rounds * kill) / (kills + 1)
      while (progress.rounds < due) await delay(5)
      await server.kill()
      await server.start()
    }
    await work

    for (const student of classmates) {
      const before = await student.call('GET /user-study/summary', {})
      expect(before.totals.answers, 'counted once').toBe(student.given.length)
      const { results } = await upload(student, student.given, cardIds)
      expect(new Set(results.map(({ status }) => status)), 'none is new to the server').toEqual(
        new Set(['duplicate']),
      )
      const ledger = await ledgerOf(student)
      const { coins } = await student.call('GET /profile', {})
      expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(coins)
      const sumOf = (kind: LedgerEntry['kind']): number =>
        ledger.filter((entry) => entry.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
      expect(sumOf('unlock')).toBe(-pack.priceCoins)
      expect(sumOf('recharge')).toBe(student.coinsBought)
    }
  },
)
