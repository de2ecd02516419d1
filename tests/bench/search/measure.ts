import type { Caller } from '../api/caller.ts'
import { quantile } from '../statistics.ts'
import type { KeywordKind } from './keywords.ts'

/** Times of calls as a learner makes them: one after the other, over one connection. */

export type Timed = { name: string; call: string; times: number[]; hits: number[] }

const pageSize = 20
/** The first page, the ones that a learner scrolls to, and the last there is. */
const pages = [1, 2, 10, 50]

const timed = async <T>(times: number[], work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await work()
  times.push(performance.now() - startedAt)
  return result
}

type Reply = { total: number; asOf: string; items: readonly unknown[] }

const turnPages = async (
  { times, hits }: Timed,
  ask: (page: number, asOf: string | undefined) => Promise<Reply>,
): Promise<void> => {
  let asOf: string | undefined
  let total = Infinity
  for (const page of pages.filter((each, at) => at === 0 || (each - 1) * pageSize < total)) {
    if ((page - 1) * pageSize >= total) return
    const reply = await timed(times, () => ask(page, asOf))
    if (page === 1) hits.push(reply.total)
    asOf = reply.asOf
    total = reply.total
  }
}

export async function measureKind(caller: Caller, { name, keywords }: KeywordKind): Promise<Timed[]> {
  const [packs, cards, inGrade] = ['卡包', '卡片', '卡片，限年级'].map((call): Timed => ({
    name,
    call,
    times: [],
    hits: [],
  })) as [Timed, Timed, Timed]
  for (const [at, keyword] of keywords.entries()) {
    await turnPages(packs, (page, asOf) =>
      caller.call('GET /discovery/search/card-packs', { keyword, page, limit: pageSize, asOf }),
    )
    const searchCards = (gradeId: string | undefined) => (page: number, asOf: string | undefined) =>
      caller.call('GET /discovery/cards', { cardName: keyword, gradeId, page, pageSize, asOf })
    await turnPages(cards, searchCards(undefined))
    await turnPages(inGrade, searchCards(at % 2 === 0 ? 'chuzhong' : `g${1 + (at % 12)}`))
  }
  return [packs, cards, inGrade]
}

/** A walk of some pages through each feed. */
export async function measureFeeds(caller: Caller, seeds: number): Promise<Timed[]> {
  const scopes = {
    不限: {},
    年级: { gradeId: 'g7' },
    学段: { gradeId: 'gaozhong' },
    科目: { subjectId: 'subject-3' },
    年级与科目: { gradeId: 'g7', subjectId: 'subject-3' },
  }
  const measured: Timed[] = []
  for (const [name, scope] of Object.entries(scopes)) {
    const feed: Timed = { name: '探索', call: name, times: [], hits: [] }
    for (let seed = 1; seed <= seeds; seed += 1) {
      let cursor: string | undefined
      for (let page = 0; page < 4; page += 1) {
        const { next } = await timed(feed.times, () =>
          caller.call('GET /exploration/card-faces', {
            seed: seed * 7919,
            cursor,
            limit: pageSize,
            ...scope,
          }),
        )
        cursor = next ?? undefined
      }
    }
    measured.push(feed)
  }
  return measured
}

/** The same reply over and over, as a class asks for it; the first one in a while is read from the database. */
export async function measureShelves(caller: Caller, count: number): Promise<Timed[]> {
  const calls: { name: string; call: string; ask: () => Promise<unknown> }[] = [
    { name: '资源页', call: '不限', ask: () => caller.call('GET /discovery', {}) },
    ...Object.entries({ 学段: 'gaozhong', 年级: 'g7' }).map(([call, gradeId]) => ({
      name: '资源页',
      call,
      ask: () => caller.call('GET /discovery/grade/:gradeId', { gradeId }),
    })),
    { name: '分类', call: '不限', ask: () => caller.call('GET /categories-tree', {}) },
  ]
  const measured: Timed[] = []
  for (const { name, call, ask } of calls) {
    const times: number[] = []
    for (let at = 0; at < count; at += 1) await timed(times, ask)
    measured.push({ name, call, times, hits: [] })
  }
  return measured
}

export function rowOf({ name, call, times, hits }: Timed): string[] {
  return [
    name,
    call,
    String(times.length),
    hits.length === 0 ? '' : String(quantile(hits, 0.5)),
    ...[0.5, 0.95, 1].map((part) => quantile(times, part).toFixed(1)),
  ]
}
