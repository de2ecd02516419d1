import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { weightOf } from '#contract/text/card-weight.ts'
import {
  maxCardsEverInPrivatePack,
  maxCardsInPrivatePack,
  maxPrivateBytes,
  maxPrivatePackBytes,
  maxPrivatePacks,
} from '#contract/limits.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { createPrivatePack, makePrivateCard, makePrivatePack } from '#tests/support/private-packs.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { weightPerHour } from './private-limits.ts'

/** What one student may have, and may ask of the server. */

const now = '2026-11-20T08:00:00.000Z'
const broken = { front: '$\\frac{1}$' }

let student: TestStudent

const server = await serverOfFile({ now })
await server.insertPack()

beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
})

const db = () => server.deps.database.db
const create = (cards?: PrivateCard[]) => createPrivatePack(student.call, cards ? { cards } : {})
const get = async (packId: string) => (await student.call('GET /private-packs/:packId', { packId })).data
const put = (packId: string, cards: PrivateCard[]) =>
  student.call('PUT /private-packs/:packId/cards', { packId, cards })
const remove = (packId: string, cardId: string) =>
  student.call('DELETE /private-packs/:packId/cards/:cardId', { packId, cardId })
const counted = async (key: string): Promise<number> => {
  const row = await db().selectFrom('rate_limits').select('count').where('key', '=', key).executeTakeFirst()
  return row?.count ?? 0
}
const bytesOf = (packId: string) =>
  db()
    .selectFrom('card_packs')
    .select(['text_bytes', 'size_bytes'])
    .where('id', '=', packId)
    .executeTakeFirstOrThrow()

/** Copies of a card's row, after all others. */
const insertRows = (packId: string, count: number, removedAt: string | null) =>
  sql`insert into cards (id, pack_id, chapter_id, position, title, hash, preview, content, markdown, removed_at)
    select gen_random_uuid(), pack_id, chapter_id, 10 + step, title, hash, preview, content, markdown,
      ${removedAt}::timestamptz
    from (select * from cards where pack_id = ${packId} order by position limit 1) as card,
      generate_series(1, ${count}::integer) as step`.execute(db())

describe('the cards of one call', () => {
  /** Each is far within what a card may be. */
  const rich = () => makePrivateCard({ front: '$x^2$ **甲**\n'.repeat(40), back: '乙' })

  it('may be no more work than the server does at once', async () => {
    const { packId, saved } = await create()
    const answer = await put(packId, Array.from({ length: 20 }, rich))
    expect(answer).toMatchObject({ status: 413, message: '提交的内容太大，请分几次提交' })
    expect(await get(packId)).toEqual(saved)
    expect((await put(packId, Array.from({ length: 5 }, rich))).code).toBe(2000)
  })

  it('are read only when they are new or changed', async () => {
    const { packId, cards } = await create([makePrivateCard(), makePrivateCard()])
    const key = `private-weight:${student.studentId}`
    const spent = await counted(key)
    expect(spent).toBe(weightOf(cards[0]!) + weightOf(cards[1]!))
    await put(packId, cards)
    await student.call('POST /private-packs', makePrivatePack({ packId, cards }))
    expect(await counted(key)).toBe(spent)
    const changed = { ...cards[1]!, back: '改' }
    await put(packId, [cards[0]!, changed])
    expect(await counted(key)).toBe(spent + weightOf(changed))
    const answer = await put(packId, [cards[0]!, { ...changed, ...broken }])
    expect(answer.message).toContain('第 2 张卡片的正面')
  })

  it('are not read when they are refused anyway', async () => {
    const { packId, cards } = await create()
    const bad = makePrivateCard(broken)
    const answers = [
      await student.call('POST /private-packs', makePrivatePack({ gradeId: 'g99', cards: [bad] })),
      await student.call('POST /private-packs', makePrivatePack({ cards: [cards[0]!, bad] })),
      await put((await create()).packId, [cards[0]!, bad]),
    ]
    expect(answers.map(({ message }) => message)).toEqual([
      '提交的内容有误：年级',
      '请求的资源不存在',
      '请求的资源不存在',
    ])
    await insertRows(packId, maxCardsInPrivatePack - 2, null)
    expect((await put(packId, [bad])).message).toBe('一个私有卡包最多 1000 张卡片')
    const row = await db()
      .selectFrom('card_packs')
      .selectAll()
      .where('id', '=', packId)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: maxPrivatePacks }, () => ({
      ...row,
      id: randomUUID(),
      intro: JSON.stringify(row.intro),
    }))
    await db().insertInto('card_packs').values(copies).execute()
    expect((await student.call('POST /private-packs', makePrivatePack({ cards: [bad] }))).code).toBe(4098)
  })
})

describe('the size of a pack', () => {
  const setBytes = (cardId: string, bytes: number) =>
    db().updateTable('cards').set({ text_bytes: bytes }).where('id', '=', cardId).execute()

  it('counts what was written as well as what is shown', async () => {
    const { packId } = await create([makePrivateCard({ back: `[甲](<${'x'.repeat(3900)}>)` })])
    expect((await bytesOf(packId)).text_bytes).toBeGreaterThan(3900)
  })

  it('has an end, which no change of one card has to read all cards for', async () => {
    const { packId, cards } = await create()
    const [first, second] = cards as [PrivateCard, PrivateCard]
    await setBytes(first.id, maxPrivatePackBytes - 300)
    const answer = await put(packId, [makePrivateCard()])
    expect(answer.message).toBe('提交的内容有误：一个私有卡包的文字太多，请分成几个卡包')
    expect((await get(packId)).cards).toEqual(cards)
    // What makes it no larger is taken, even beyond the limit.
    await setBytes(first.id, maxPrivatePackBytes)
    expect((await put(packId, [{ ...second, back: '短' }])).code).toBe(2000)
    expect((await remove(packId, first.id)).code).toBe(2000)
    expect((await put(packId, [makePrivateCard()])).code).toBe(2000)
  })

  it('has an end for all packs of a student together', async () => {
    const large = await create()
    const { packId, cards } = await create()
    await db()
      .updateTable('card_packs')
      .set({ text_bytes: maxPrivateBytes })
      .where('id', '=', large.packId)
      .execute()
    const refusals = [
      await put(packId, [makePrivateCard()]),
      await student.call('POST /private-packs', makePrivatePack()),
    ]
    for (const { message } of refusals) {
      expect(message).toBe('提交的内容有误：私有卡包的文字一共太多，请先删除不用的卡包')
    }
    expect((await remove(packId, cards[0]!.id)).code).toBe(2000)
    await student.call('DELETE /private-packs/:packId', { packId: large.packId })
    expect((await put(packId, [makePrivateCard()])).code).toBe(2000)
  })

  it('is reckoned once for cards of the time before it was counted', async () => {
    const { packId, cards, saved } = await create()
    const uncounted = { text_bytes: null, wire_bytes: null }
    await db().updateTable('cards').set(uncounted).where('pack_id', '=', packId).execute()
    const { data } = await put(packId, [{ ...cards[0]!, back: '改过的背面' }])
    expect(data.sizeBytes).toBeGreaterThan(50)
    expect(data.sizeBytes).toBeLessThan(3 * saved.sizeBytes)
    expect((await bytesOf(packId)).text_bytes).toBeGreaterThan(200)
    const rows = await db().selectFrom('cards').select('text_bytes').where('pack_id', '=', packId).execute()
    for (const { text_bytes } of rows) expect(text_bytes).toBeGreaterThan(100)
  })
})

describe('deleted cards', () => {
  it('are not read again, and are not made without end', async () => {
    const { packId, cards } = await create()
    await insertRows(packId, maxCardsEverInPrivatePack - 3, now)
    const last = makePrivateCard()
    expect((await put(packId, [last])).data.cards.at(-1)).toEqual(last)
    expect((await put(packId, [makePrivateCard()])).message).toBe(
      '提交的内容有误：这个卡包里增加和删除过的卡片太多，请新建一个卡包',
    )
    expect((await put(packId, [{ ...cards[0]!, back: '改' }])).code).toBe(2000)
    expect((await remove(packId, last.id)).data.cardCount).toBe(2)
  })

  it('stay deleted, whatever is sent with them', async () => {
    const { packId, cards } = await create()
    await remove(packId, cards[0]!.id)
    const added = makePrivateCard()
    expect((await put(packId, [cards[0]!, added])).data.cards).toEqual([cards[1], added])
  })
})

describe('calls of one student', () => {
  it('wait a little after two a second, and are taken then', async () => {
    const { packId } = await create()
    await db()
      .updateTable('rate_limits')
      .set({ count: 119 })
      .where('key', '=', `private-write:${student.studentId}`)
      .execute()
    expect((await put(packId, [makePrivateCard()])).code).toBe(2000)
    const late = makePrivateCard()
    const answer = await put(packId, [late])
    expect(answer).toMatchObject({ status: 429, message: '操作太频繁，请稍后再试' })
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await (await server.signIn()).call('POST /private-packs', makePrivatePack())).code).toBe(2000)
    server.clock.advance(60_000)
    expect((await put(packId, [late])).data.cards.at(-1)).toEqual(late)
  })

  it('have an hour for much work', async () => {
    const { packId } = await create()
    await db()
      .updateTable('rate_limits')
      .set({ count: weightPerHour })
      .where('key', '=', `private-weight:${student.studentId}`)
      .execute()
    expect((await put(packId, [makePrivateCard(broken)])).status).toBe(429)
    expect((await student.call('PUT /private-packs/:packId', { packId, title: '新名' })).code).toBe(2000)
    server.clock.advance(3_600_000)
    expect((await put(packId, [makePrivateCard()])).code).toBe(2000)
  })

  it('may save ten packs of five hundred cards in an evening', () => {
    const card = {
      front: '已知 $f(x)=x^2+2x$，求 $f(x)$ 在 $[0,3]$ 上的最大值。',
      back: '**15**：$f(x)$ 在 $[0,3]$ 上是增函数，$f(3)=9+6=15$。',
      explanation: '对称轴 $x=-1$ 在区间左边。',
    }
    expect(10 * 500 * weightOf(card)).toBeLessThan(weightPerHour)
  })
})
