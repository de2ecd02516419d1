import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import type { LedgerEntry } from '#contract/wallet.ts'
import { callAs } from '../browser/api.ts'

/**
 * A class that studies and buys while its servers are killed. Everybody sends as the app does, the same request until
 * it is answered, and writes down what was acknowledged.
 */

const answersPerRound = 3
const roundsPerPurchase = 4

type Call = <K extends EndpointKey>(key: K, input: Input<K>) => Promise<Reply<K>>

type Classmate = {
  call: Call
  /** Ids of the answers that a server has acknowledged. */
  given: string[]
  coinsBought: number
}

export type ClassUnderLoad = {
  classmates: readonly Classmate[]
  /** A lesson; there may be several, one after another. Resolves when everybody is through. */
  study: () => Promise<void>
  /** What part of the lesson is done, from 0 to 1. */
  progress: () => number
  /** What the server has of a classmate, and what it must have; both are the same when nothing was lost. */
  compare: (classmate: Classmate) => Promise<{ found: object; acknowledged: object }>
}

const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error && 'isTemporary' in error && error.isTemporary === true

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

let phones = 0
const newPhone = (): string => {
  phones += 1
  return `137${String((process.pid % 10_000) * 1000 + phones).padStart(8, '0')}`
}

const signIn = async (nextHost: () => string): Promise<Call> => {
  const host = nextHost()
  const phone = newPhone()
  const { devCode = '' } = await callAs(host, null, 'POST /auth/send-code', { phone })
  const { token } = await callAs(host, null, 'POST /auth/login', { phone, code: devCode, agreed: true })
  return (key, input) => insist(() => callAs(nextHost(), token, key, input))
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

const buyCoins = async (classmate: Classmate, productId: string): Promise<void> => {
  const orderId = crypto.randomUUID()
  const { coins } = await classmate.call('POST /orders', { orderId, productId, paymentMethod: 'sandbox' })
  await classmate.call('POST /orders/:orderId/sandbox-result', { orderId, result: 'success' })
  classmate.coinsBought += coins
}

const sumOf = (ledger: readonly LedgerEntry[], kind?: LedgerEntry['kind']): number =>
  ledger
    .filter((entry) => kind === undefined || entry.kind === kind)
    .reduce((sum, { amount }) => sum + amount, 0)

/**
 * Signs new students in, who buy a pack of cards.
 * @param nextHost where the next try of a request goes
 */
export async function createClassUnderLoad(
  nextHost: () => string,
  { students, rounds }: { students: number; rounds: number },
): Promise<ClassUnderLoad> {
  const { weekly, featured } = await callAs(nextHost(), null, 'GET /discovery', {})
  const pack = [...weekly, ...featured].find(({ priceCoins }) => priceCoins > 0 && priceCoins <= 200)
  if (!pack) throw new Error('no pack that a new student can pay for')
  const { id, priceCoins } = pack
  const catalogue = await callAs(nextHost(), null, 'GET /card-packs/:id/card-catalogue', { id })
  const cardIds = catalogue.chapters.flatMap(({ cards }) => cards.map((card) => card.id))
  const calls = await Promise.all(Array.from({ length: students }, () => signIn(nextHost)))
  const classmates = calls.map((call): Classmate => ({ call, given: [], coinsBought: 0 }))
  await Promise.all(
    calls.map((call) => call('POST /card-packs/:id/unlock', { id, paymentMethod: 'balance' })),
  )
  const { products } = await calls[0]!('GET /products/active', {})
  const productId = products[0]?.id ?? ''
  let done = 0

  const upload = ({ call }: Classmate, ids: readonly string[]) =>
    call('POST /user-study/record/:packId/:sessionId', {
      packId: id,
      sessionId: crypto.randomUUID(),
      deviceId: crypto.randomUUID(),
      sentAt: new Date().toISOString(),
      answers: answersOf(ids, cardIds),
      undos: [],
    })

  const work = async (classmate: Classmate): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const ids = Array.from({ length: answersPerRound }, () => crypto.randomUUID())
      await upload(classmate, ids)
      classmate.given.push(...ids)
      if (round % roundsPerPurchase === 0) await buyCoins(classmate, productId)
      done += 1
    }
  }

  return {
    classmates,
    study: async () => {
      done = 0
      await Promise.all(classmates.map(work))
    },
    progress: () => done / (students * rounds),
    compare: async (classmate) => {
      const before = await classmate.call('GET /user-study/summary', {})
      const { results } = await upload(classmate, classmate.given)
      const ledger = await classmate.call('GET /wallet/balance-history', { limit: 50 })
      const { coins } = await classmate.call('GET /profile', {})
      return {
        found: {
          answers: before.totals.answers,
          sentAgain: [...new Set(results.map(({ status }) => status))],
          isWholeLedger: !ledger.hasMore,
          ledger: sumOf(ledger.items),
          unlocked: sumOf(ledger.items, 'unlock'),
          recharged: sumOf(ledger.items, 'recharge'),
        },
        acknowledged: {
          answers: classmate.given.length,
          sentAgain: ['duplicate'],
          isWholeLedger: true,
          ledger: coins,
          unlocked: -priceCoins,
          recharged: classmate.coinsBought,
        },
      }
    },
  }
}
