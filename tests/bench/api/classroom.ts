import { randomUUID } from 'node:crypto'
import type { StudyAnswer } from '#contract/study.ts'
import { quantile } from '../statistics.ts'
import { benchPack } from './bench-library.ts'
import { startBenchServer, type BenchServerOptions } from './bench-server.ts'
import { createCaller, type Caller } from './caller.ts'
import type { Figure } from './figure.ts'
import { phoneOf, signIn } from './sign-in.ts'

/** A class opens the app at the same moment, in a room that is one address. */

const tablets = 60
const answersEach = 40
const budget = { allMs: 10_000, p99Ms: 1000 }

/** Scripts and styles that the document names. */
const assetsOf = (document: string): string[] =>
  [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

const loadPage = async (tablet: Caller): Promise<void> => {
  const document = await tablet.get('/')
  for (const path of assetsOf(document)) await tablet.get(path)
}

const loadHome = async (tablet: Caller): Promise<void> => {
  const utcOffsetMinutes = 480
  await tablet.call('GET /profile', {})
  await tablet.call('GET /themes/current', {})
  await tablet.call('GET /user-study/plan', { utcOffsetMinutes })
  await tablet.call('GET /card-packs/unlocked', { utcOffsetMinutes })
  await tablet.call('GET /user-study/states', {})
  await tablet.call('GET /user-study/summary', {})
  await tablet.call('GET /discovery', {})
  await tablet.call('GET /categories-tree', {})
}

/** Looks for the pack, buys it and takes all of its cards along. @returns the pack and its cards */
export async function downloadPack(tablet: Caller): Promise<{ packId: string; cardIds: string[] }> {
  const found = await tablet.call('GET /discovery/search/card-packs', { keyword: benchPack.title })
  const packId = found.items[0]?.id ?? ''
  await tablet.call('GET /card-packs/:id', { id: packId })
  await tablet.call('POST /card-packs/:id/unlock', { id: packId })
  const { chapters } = await tablet.call('GET /card-packs/:id/card-catalogue', { id: packId })
  const cardIds = chapters.flatMap(({ cards }) => cards.map(({ id }) => id))
  const { cards } = await tablet.call('POST /card-packs/:id/card-details', { id: packId, cardIds })
  if (cards.length !== benchPack.cards) throw new Error(`${cards.length} of ${benchPack.cards} cards came`)
  return { packId, cardIds }
}

export function answerOf(cardId: string, answeredAt: Date): StudyAnswer {
  return {
    id: randomUUID(),
    cardId,
    rating: 3,
    answeredAt: answeredAt.toISOString(),
    utcOffsetMinutes: 480,
    durationMs: 4000,
    mode: 'flip',
    retention: 0.9,
  }
}

const lesson = async (tablet: Caller, phone: string): Promise<void> => {
  await loadPage(tablet)
  await signIn(tablet, phone)
  await loadHome(tablet)
  const { packId, cardIds } = await downloadPack(tablet)
  const now = new Date()
  const { results } = await tablet.call('POST /user-study/record/:packId/:sessionId', {
    packId,
    sessionId: randomUUID(),
    deviceId: randomUUID(),
    sentAt: now.toISOString(),
    answers: cardIds.slice(0, answersEach).map((cardId) => answerOf(cardId, now)),
    undos: [],
  })
  const stored = results.filter(({ status }) => status === 'stored').length
  if (stored !== answersEach) throw new Error(`${stored} of ${answersEach} answers were stored`)
}

/**
 * @param isTimed whether the budget of time counts: not on the embedded database, nor where the server has fewer
 *   processors than the budget is for. A tablet that fails is a failure everywhere.
 */
export async function measureClassroom(options: BenchServerOptions, isTimed: boolean): Promise<Figure> {
  const server = await startBenchServer(options)
  const callers = Array.from({ length: tablets }, () => createCaller(server.url))
  try {
    const startedAt = performance.now()
    const ends = await Promise.allSettled(callers.map((tablet, at) => lesson(tablet, phoneOf(at + 1))))
    const allMs = performance.now() - startedAt
    const failures = ends.filter((end) => end.status === 'rejected')
    for (const { reason } of failures.slice(0, 3)) console.error(reason)
    const times = callers.flatMap((tablet) => tablet.times)
    const p99Ms = quantile(times, 0.99)
    const isInTime = allMs <= budget.allMs && p99Ms <= budget.p99Ms
    return {
      name: `${tablets} 台平板同时打开、登录、进首页、解锁并下载 ${benchPack.cards} 张、上传 ${answersEach} 次回答`,
      engine: options.databaseUrl ? 'PostgreSQL' : 'PGlite',
      measured: `${(allMs / 1000).toFixed(1)} 秒，${times.length} 个请求，${failures.length} 台出错，p50 ${quantile(times, 0.5).toFixed(0)} 毫秒，p99 ${p99Ms.toFixed(0)} 毫秒`,
      budget: isTimed ? `≤ ${budget.allMs / 1000} 秒，无错误，p99 ≤ ${budget.p99Ms / 1000} 秒` : '无错误',
      passed: failures.length === 0 && (isInTime || !isTimed),
    }
  } finally {
    for (const caller of callers) caller.close()
    await server.stop()
  }
}
