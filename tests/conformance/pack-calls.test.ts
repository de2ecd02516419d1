import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSpecCalls, type SpecCalls } from '#tests/support/spec-calls.ts'
import { tang } from '#tests/support/test-library.ts'

/** Section 7's table, what is about packs and cards: the page's own client makes the call, and the real server answers it. */

let calls: SpecCalls
const id = tang.packId
const cardIds = [...tang.previews, tang.locked]
const base = '/api/client'

beforeAll(async () => {
  calls = await startSpecCalls()
})
afterAll(() => calls.server.close())

test('[7.6.9] a card pack', async () => {
  expect(await calls.api.call('GET /card-packs/:id', { id })).toMatchObject({ id, title: '唐诗三百首·精选' })
  expect(calls.wire()).toEqual({ line: `GET ${base}/card-packs/${id}`, query: {}, body: undefined })
})

test('[7.6.10, 3.7, 9.2] the reviews of a pack, page 1 of 10 by default', async () => {
  const reviews = await calls.api.call('GET /card-packs/:id/reviews', { id })
  expect(reviews).toMatchObject({ page: 1, limit: 10, items: [{ rating: 5, comment: '好' }] })
  expect(await calls.api.call('GET /card-packs/:id/reviews', { id, page: 2, limit: 1 })).toMatchObject({
    page: 2,
    limit: 1,
    items: [],
  })
  expect(calls.wire()).toMatchObject({
    line: `GET ${base}/card-packs/${id}/reviews`,
    query: { page: '2', limit: '1' },
  })
})

test('[7.6.11, 3.7] a review, with rating and comment', async () => {
  const review = await calls.api.call('POST /card-packs/:id/reviews', { id, rating: 4, comment: '很清楚' })
  expect(review).toMatchObject({ rating: 4, comment: '很清楚', mine: true })
  expect(calls.wire()).toMatchObject({
    line: `POST ${base}/card-packs/${id}/reviews`,
    body: { rating: 4, comment: '很清楚' },
  })
})

test('[7.6.12, 3.8, 5.1] unlocking takes paymentMethod, and without it the balance', async () => {
  const named = await calls.server.insertPack({ priceCoins: 20 })
  await calls.api.call('POST /card-packs/:id/unlock', { id: named.packId, paymentMethod: 'balance' })
  expect(calls.wire()).toMatchObject({
    line: `POST ${base}/card-packs/${named.packId}/unlock`,
    body: { paymentMethod: 'balance' },
  })
  const unnamed = await calls.server.insertPack({ priceCoins: 30 })
  expect(await calls.api.call('POST /card-packs/:id/unlock', { id: unnamed.packId })).toMatchObject({
    charged: 30,
    coins: 150,
  })
})

test('[7.6.13, 7.6.14, 4.11] a pack is made a favourite, and taken back', async () => {
  const isFavorite = async () => (await calls.api.call('GET /card-packs/:id', { id })).favorited
  expect(await isFavorite()).toBe(false)
  await calls.api.call('POST /card-packs/:id/favorite', { id })
  expect(calls.wire().line).toBe(`POST ${base}/card-packs/${id}/favorite`)
  expect(await isFavorite()).toBe(true)
  await calls.api.call('DELETE /card-packs/:id/favorite', { id })
  expect(calls.wire().line).toBe(`DELETE ${base}/card-packs/${id}/favorite`)
  expect(await isFavorite()).toBe(false)
})

test('[7.6.15, 9.2] the favourites, page 1 of 10 by default', async () => {
  await calls.api.call('POST /card-packs/:id/favorite', { id })
  const list = await calls.api.call('GET /card-packs/favorites')
  expect(list).toMatchObject({ page: 1, limit: 10, items: [{ id }] })
  expect(await calls.api.call('GET /card-packs/favorites', { page: 2, limit: 3 })).toMatchObject({
    items: [],
  })
  expect(calls.wire()).toMatchObject({
    line: `GET ${base}/card-packs/favorites`,
    query: { page: '2', limit: '3' },
  })
})

test('[7.6.16] the catalogue of a pack', async () => {
  const { chapters } = await calls.api.call('GET /card-packs/:id/card-catalogue', { id })
  expect(chapters.flatMap(({ cards }) => cards.map((card) => card.id))).toEqual(cardIds)
  expect(calls.wire().line).toBe(`GET ${base}/card-packs/${id}/card-catalogue`)
})

test('[7.6.17, 3.9] card details, for a list of cardIds', async () => {
  const asked = cardIds.slice(0, 2)
  const { cards } = await calls.api.call('POST /card-packs/:id/card-details', { id, cardIds: asked })
  expect(cards.map((card) => card.id)).toEqual(asked)
  expect(calls.wire()).toMatchObject({
    line: `POST ${base}/card-packs/${id}/card-details`,
    body: { cardIds: asked },
  })
})

const voteOf = async () => (await calls.api.call('GET /card-packs/:id/reviews', { id })).items[0]?.myVote

test('[7.6.18, 7.6.19, 4.12] a review is liked, and the like removed', async () => {
  await calls.api.call('POST /card-packs/reviews/:reviewId/like', { reviewId: calls.reviewId })
  expect(calls.wire().line).toBe(`POST ${base}/card-packs/reviews/${calls.reviewId}/like`)
  expect(await voteOf()).toBe('like')
  await calls.api.call('DELETE /card-packs/reviews/:reviewId/like', { reviewId: calls.reviewId })
  expect(calls.wire().line).toBe(`DELETE ${base}/card-packs/reviews/${calls.reviewId}/like`)
  expect(await voteOf()).toBeNull()
})

test('[7.6.20, 7.6.21, 4.13] a review is disliked, and the dislike removed', async () => {
  await calls.api.call('POST /card-packs/reviews/:reviewId/dislike', { reviewId: calls.reviewId })
  expect(calls.wire().line).toBe(`POST ${base}/card-packs/reviews/${calls.reviewId}/dislike`)
  expect(await voteOf()).toBe('dislike')
  await calls.api.call('DELETE /card-packs/reviews/:reviewId/dislike', { reviewId: calls.reviewId })
  expect(calls.wire().line).toBe(`DELETE ${base}/card-packs/reviews/${calls.reviewId}/dislike`)
  expect(await voteOf()).toBeNull()
})

test('[7.6.22, 7.3] the tree of categories', async () => {
  const { grades } = await calls.api.call('GET /categories-tree')
  expect(grades.map((grade) => grade.id)).toEqual(['g7', 'g10'])
  expect(calls.wire().line).toBe(`GET ${base}/categories-tree`)
})

test('[7.6.23, 3.10, 9.2] the unlocked packs by every filter and order', async () => {
  expect(await calls.api.call('GET /card-packs/unlocked')).toMatchObject({ page: 1, limit: 10 })
  const filters = {
    page: 1,
    limit: 7,
    gradeId: 'g7',
    subjectId: 'yuwen',
    knowledgePointId: 'gushiwen',
    keyword: '唐诗',
    sortField: 'title',
    sortOrder: 'asc',
  } as const
  const { items, limit } = await calls.api.call('GET /card-packs/unlocked', filters)
  expect({ limit, titles: items.map(({ title }) => title) }).toEqual({
    limit: 7,
    titles: ['唐诗三百首·精选'],
  })
  expect(calls.wire().line).toBe(`GET ${base}/card-packs/unlocked`)
  expect(calls.wire().query).toEqual({ ...filters, page: '1', limit: '7' })
  for (const other of [
    { gradeId: 'g1' },
    { subjectId: 'x' },
    { knowledgePointId: 'x' },
    { keyword: '宋词' },
  ]) {
    const found = await calls.api.call('GET /card-packs/unlocked', { ...filters, ...other })
    expect(found.items, JSON.stringify(other)).toEqual([])
  }
})

test('[7.6.24] the packs of a teacher', async () => {
  const page = await calls.api.call('GET /card-packs/teacher/:teacherId/card-packs', { teacherId: 'desk' })
  expect(page.packs.map((pack) => pack.id)).toContain(id)
  expect(calls.wire().line).toBe(`GET ${base}/card-packs/teacher/desk/card-packs`)
})

test('[7.6.25, 7.6.26] discovery, and that of a grade', async () => {
  expect((await calls.api.call('GET /discovery')).weekly.map((pack) => pack.id)).toContain(id)
  expect(calls.wire().line).toBe(`GET ${base}/discovery`)
  const grade = await calls.api.call('GET /discovery/grade/:gradeId', { gradeId: 'g7' })
  expect(grade.weekly.map((pack) => pack.id)).toContain(id)
  expect(calls.wire().line).toBe(`GET ${base}/discovery/grade/g7`)
})

test('[7.6.27] the item of a pack', async () => {
  expect(await calls.api.call('GET /discovery/card-pack/:id/item', { id })).toMatchObject({
    id,
    previewCards: [{}, {}],
  })
  expect(calls.wire().line).toBe(`GET ${base}/discovery/card-pack/${id}/item`)
})

test('[7.6.28, 3.12] packs are searched by keyword, page and limit', async () => {
  const asked = { keyword: '唐诗', page: 1, limit: 4 }
  const { items, limit } = await calls.api.call('GET /discovery/search/card-packs', asked)
  expect({ ids: items.map((pack) => pack.id), limit }).toEqual({ ids: [id], limit: 4 })
  expect(calls.wire()).toMatchObject({
    line: `GET ${base}/discovery/search/card-packs`,
    query: { keyword: '唐诗', page: '1', limit: '4' },
  })
})

test('[7.6.29, 3.11] cards are searched by gradeId, cardName, page and pageSize', async () => {
  const asked = { gradeId: 'g7', cardName: '白', page: 1, pageSize: 1 }
  const { items, limit } = await calls.api.call('GET /discovery/cards', asked)
  expect({ found: items.length, limit }).toEqual({ found: 1, limit: 1 })
  expect(calls.wire()).toMatchObject({
    line: `GET ${base}/discovery/cards`,
    query: { ...asked, page: '1', pageSize: '1' },
  })
  expect((await calls.api.call('GET /discovery/cards', { ...asked, gradeId: 'g1' })).items).toEqual([])
})

test('[7.6.30] card faces', async () => {
  const { items } = await calls.api.call('GET /exploration/card-faces', { seed: 1, limit: 2 })
  expect(items).toHaveLength(2)
  expect(calls.wire()).toMatchObject({
    line: `GET ${base}/exploration/card-faces`,
    query: { seed: '1', limit: '2' },
  })
})
