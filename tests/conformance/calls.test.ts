import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApi, type Api } from '#src/api/client.ts'
import { makeAnswer } from '#tests/support/study-facts.ts'
import { loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { authorise, newBrowserKey } from '#tests/support/wechat-phone.ts'

/** Section 7's table, row by row: the page's own client makes the call, and the real server answers it. */

let server: TestServer
let student: TestStudent
/** Somebody else's review of the student's pack. */
let reviewId: string
const id = tang.packId
const cardIds = [...tang.previews, tang.locked]
/** The calls of the student, and of a visitor. */
let api: Api
let visitor: Api
let wire: { line: string; query: Record<string, string>; body: unknown }

const clientOf = (token: string | null): Api =>
  createApi({
    host: server.url,
    accessToken: () => token,
    fetch: async (url, request) => {
      const { pathname, searchParams } = new URL(String(url))
      wire = {
        line: `${request?.method} ${pathname}`,
        query: Object.fromEntries(searchParams),
        body: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined,
      }
      return fetch(url, request)
    },
  })

beforeAll(async () => {
  server = await startTestServer({ listen: true })
  student = await server.signIn()
  await loadTestLibrary(server.deps)
  const author = await server.signIn()
  for (const { studentId } of [author, student]) await server.unlock(studentId, id)
  const review = await author.call('POST /card-packs/:id/reviews', { id, rating: 5, comment: '好' })
  reviewId = review.data.id
  api = clientOf(student.token)
  visitor = clientOf(null)
})
afterAll(() => server.close())
beforeEach(() => {
  wire = { line: '', query: {}, body: undefined }
})

const base = '/api/client'

test('[7.6.1, 7.6.2] a code is sent, and signs in', async () => {
  const phone = '13712345678'
  const { devCode = '' } = await visitor.call('POST /auth/send-code', { phone })
  expect(wire).toMatchObject({ line: `POST ${base}/auth/send-code`, body: { phone } })
  const { token } = await visitor.call('POST /auth/login', { phone, code: devCode, agreed: true })
  expect(wire.line).toBe(`POST ${base}/auth/login`)
  expect((await clientOf(token).call('GET /profile')).phoneMasked).toBe('137****5678')
})

test('[7.6.3, 9.15] what WeChat gave inside it signs in', async () => {
  const proof = await authorise(server, 'login', { as: '小青' })
  const { token } = await visitor.call('POST /auth/wechat-login', { ...proof, agreed: true })
  expect(wire).toMatchObject({ line: `POST ${base}/auth/wechat-login`, body: proof })
  expect((await clientOf(token).call('GET /profile')).phoneMasked).toBe('')
})

test('[7.6.4, 7.6.5, 3.13, 9.14] a QR code is made, and its status is polled with sessionId', async () => {
  const { sessionId } = await visitor.call('POST /auth/wechat-qr-code', { browserKey: newBrowserKey() })
  expect(wire.line).toBe(`POST ${base}/auth/wechat-qr-code`)
  expect(await visitor.call('GET /auth/wechat-login-status', { sessionId })).toEqual({ status: 'pending' })
  expect(wire).toMatchObject({ line: `GET ${base}/auth/wechat-login-status`, query: { sessionId } })
})

test('[7.6.6] the openid is given for what WeChat gave', async () => {
  const proof = await authorise(server, 'openid', { as: '小明' })
  expect((await api.call('POST /auth/wechat-openid', proof)).openid).not.toBe('')
  expect(wire).toMatchObject({ line: `POST ${base}/auth/wechat-openid`, body: proof })
})

test('[7.6.7] logging out ends the session', async () => {
  const other = await server.signIn()
  await clientOf(other.token).call('POST /auth/logout')
  expect(wire.line).toBe(`POST ${base}/auth/logout`)
  await expect(clientOf(other.token).call('GET /profile')).rejects.toMatchObject({ status: 401 })
})

test('[7.6.8] the balance history', async () => {
  const { items } = await api.call('GET /wallet/balance-history', { page: 1, limit: 5 })
  expect(items).toMatchObject([{ amount: 200, balanceAfter: 200 }])
  expect(wire).toMatchObject({ line: `GET ${base}/wallet/balance-history`, query: { page: '1', limit: '5' } })
})

test('[7.6.9] a card pack', async () => {
  expect(await api.call('GET /card-packs/:id', { id })).toMatchObject({ id, title: '唐诗三百首·精选' })
  expect(wire).toEqual({ line: `GET ${base}/card-packs/${id}`, query: {}, body: undefined })
})

test('[7.6.10, 3.7, 9.2] the reviews of a pack, page 1 of 10 by default', async () => {
  const reviews = await api.call('GET /card-packs/:id/reviews', { id })
  expect(reviews).toMatchObject({ page: 1, limit: 10, items: [{ rating: 5, comment: '好' }] })
  expect(await api.call('GET /card-packs/:id/reviews', { id, page: 2, limit: 1 })).toMatchObject({
    page: 2,
    limit: 1,
    items: [],
  })
  expect(wire).toMatchObject({
    line: `GET ${base}/card-packs/${id}/reviews`,
    query: { page: '2', limit: '1' },
  })
})

test('[7.6.11, 3.7] a review, with rating and comment', async () => {
  const review = await api.call('POST /card-packs/:id/reviews', { id, rating: 4, comment: '很清楚' })
  expect(review).toMatchObject({ rating: 4, comment: '很清楚', mine: true })
  expect(wire).toMatchObject({
    line: `POST ${base}/card-packs/${id}/reviews`,
    body: { rating: 4, comment: '很清楚' },
  })
})

test('[7.6.12, 3.8, 5.1] unlocking takes paymentMethod, and without it the balance', async () => {
  const named = await server.insertPack({ priceCoins: 20 })
  await api.call('POST /card-packs/:id/unlock', { id: named.packId, paymentMethod: 'balance' })
  expect(wire).toMatchObject({
    line: `POST ${base}/card-packs/${named.packId}/unlock`,
    body: { paymentMethod: 'balance' },
  })
  const unnamed = await server.insertPack({ priceCoins: 30 })
  expect(await api.call('POST /card-packs/:id/unlock', { id: unnamed.packId })).toMatchObject({
    charged: 30,
    coins: 150,
  })
})

test('[7.6.13, 7.6.14, 4.11] a pack is made a favourite, and taken back', async () => {
  const isFavorite = async () => (await api.call('GET /card-packs/:id', { id })).favorited
  expect(await isFavorite()).toBe(false)
  await api.call('POST /card-packs/:id/favorite', { id })
  expect(wire.line).toBe(`POST ${base}/card-packs/${id}/favorite`)
  expect(await isFavorite()).toBe(true)
  await api.call('DELETE /card-packs/:id/favorite', { id })
  expect(wire.line).toBe(`DELETE ${base}/card-packs/${id}/favorite`)
  expect(await isFavorite()).toBe(false)
})

test('[7.6.15, 9.2] the favourites, page 1 of 10 by default', async () => {
  await api.call('POST /card-packs/:id/favorite', { id })
  const list = await api.call('GET /card-packs/favorites')
  expect(list).toMatchObject({ page: 1, limit: 10, items: [{ id }] })
  expect(await api.call('GET /card-packs/favorites', { page: 2, limit: 3 })).toMatchObject({ items: [] })
  expect(wire).toMatchObject({ line: `GET ${base}/card-packs/favorites`, query: { page: '2', limit: '3' } })
})

test('[7.6.16] the catalogue of a pack', async () => {
  const { chapters } = await api.call('GET /card-packs/:id/card-catalogue', { id })
  expect(chapters.flatMap(({ cards }) => cards.map((card) => card.id))).toEqual(cardIds)
  expect(wire.line).toBe(`GET ${base}/card-packs/${id}/card-catalogue`)
})

test('[7.6.17, 3.9] card details, for a list of cardIds', async () => {
  const asked = cardIds.slice(0, 2)
  const { cards } = await api.call('POST /card-packs/:id/card-details', { id, cardIds: asked })
  expect(cards.map((card) => card.id)).toEqual(asked)
  expect(wire).toMatchObject({ line: `POST ${base}/card-packs/${id}/card-details`, body: { cardIds: asked } })
})

const voteOf = async () => (await api.call('GET /card-packs/:id/reviews', { id })).items[0]?.myVote

test('[7.6.18, 7.6.19, 4.12] a review is liked, and the like removed', async () => {
  await api.call('POST /card-packs/reviews/:reviewId/like', { reviewId })
  expect(wire.line).toBe(`POST ${base}/card-packs/reviews/${reviewId}/like`)
  expect(await voteOf()).toBe('like')
  await api.call('DELETE /card-packs/reviews/:reviewId/like', { reviewId })
  expect(wire.line).toBe(`DELETE ${base}/card-packs/reviews/${reviewId}/like`)
  expect(await voteOf()).toBeNull()
})

test('[7.6.20, 7.6.21, 4.13] a review is disliked, and the dislike removed', async () => {
  await api.call('POST /card-packs/reviews/:reviewId/dislike', { reviewId })
  expect(wire.line).toBe(`POST ${base}/card-packs/reviews/${reviewId}/dislike`)
  expect(await voteOf()).toBe('dislike')
  await api.call('DELETE /card-packs/reviews/:reviewId/dislike', { reviewId })
  expect(wire.line).toBe(`DELETE ${base}/card-packs/reviews/${reviewId}/dislike`)
  expect(await voteOf()).toBeNull()
})

test('[7.6.22, 7.3] the tree of categories', async () => {
  const { grades } = await api.call('GET /categories-tree')
  expect(grades.map((grade) => grade.id)).toEqual(['g7', 'g10'])
  expect(wire.line).toBe(`GET ${base}/categories-tree`)
})

test('[7.6.23, 3.10, 9.2] the unlocked packs by every filter and order', async () => {
  expect(await api.call('GET /card-packs/unlocked')).toMatchObject({ page: 1, limit: 10 })
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
  const { items, limit } = await api.call('GET /card-packs/unlocked', filters)
  expect({ limit, titles: items.map(({ title }) => title) }).toEqual({
    limit: 7,
    titles: ['唐诗三百首·精选'],
  })
  expect(wire.line).toBe(`GET ${base}/card-packs/unlocked`)
  expect(wire.query).toEqual({ ...filters, page: '1', limit: '7' })
  for (const other of [
    { gradeId: 'g1' },
    { subjectId: 'x' },
    { knowledgePointId: 'x' },
    { keyword: '宋词' },
  ]) {
    const found = await api.call('GET /card-packs/unlocked', { ...filters, ...other })
    expect(found.items, JSON.stringify(other)).toEqual([])
  }
})

test('[7.6.24] the packs of a teacher', async () => {
  const page = await api.call('GET /card-packs/teacher/:teacherId/card-packs', { teacherId: 'desk' })
  expect(page.packs.map((pack) => pack.id)).toContain(id)
  expect(wire.line).toBe(`GET ${base}/card-packs/teacher/desk/card-packs`)
})

test('[7.6.25, 7.6.26] discovery, and that of a grade', async () => {
  expect((await api.call('GET /discovery')).weekly.map((pack) => pack.id)).toContain(id)
  expect(wire.line).toBe(`GET ${base}/discovery`)
  const grade = await api.call('GET /discovery/grade/:gradeId', { gradeId: 'g7' })
  expect(grade.weekly.map((pack) => pack.id)).toContain(id)
  expect(wire.line).toBe(`GET ${base}/discovery/grade/g7`)
})

test('[7.6.27] the item of a pack', async () => {
  expect(await api.call('GET /discovery/card-pack/:id/item', { id })).toMatchObject({
    id,
    previewCards: [{}, {}],
  })
  expect(wire.line).toBe(`GET ${base}/discovery/card-pack/${id}/item`)
})

test('[7.6.28, 3.12] packs are searched by keyword, page and limit', async () => {
  const asked = { keyword: '唐诗', page: 1, limit: 4 }
  const { items, limit } = await api.call('GET /discovery/search/card-packs', asked)
  expect({ ids: items.map((pack) => pack.id), limit }).toEqual({ ids: [id], limit: 4 })
  expect(wire).toMatchObject({
    line: `GET ${base}/discovery/search/card-packs`,
    query: { keyword: '唐诗', page: '1', limit: '4' },
  })
})

test('[7.6.29, 3.11] cards are searched by gradeId, cardName, page and pageSize', async () => {
  const asked = { gradeId: 'g7', cardName: '白', page: 1, pageSize: 1 }
  const { items, limit } = await api.call('GET /discovery/cards', asked)
  expect({ found: items.length, limit }).toEqual({ found: 1, limit: 1 })
  expect(wire).toMatchObject({
    line: `GET ${base}/discovery/cards`,
    query: { ...asked, page: '1', pageSize: '1' },
  })
  expect((await api.call('GET /discovery/cards', { ...asked, gradeId: 'g1' })).items).toEqual([])
})

test('[7.6.30] card faces', async () => {
  const { items } = await api.call('GET /exploration/card-faces', { seed: 1, limit: 2 })
  expect(items).toHaveLength(2)
  expect(wire).toMatchObject({ line: `GET ${base}/exploration/card-faces`, query: { seed: '1', limit: '2' } })
})

test('[7.6.31] the products that can be bought', async () => {
  const { products } = await api.call('GET /products/active')
  expect(products.length).toBeGreaterThan(0)
  expect(wire.line).toBe(`GET ${base}/products/active`)
})

test('[7.6.32, 7.6.33, 3.2] the profile is read and changed', async () => {
  const renamed = await api.call('PUT /profile', { name: '小满' })
  expect(wire).toMatchObject({ line: `PUT ${base}/profile`, body: { name: '小满' } })
  const profile = await api.call('GET /profile')
  expect(wire.line).toBe(`GET ${base}/profile`)
  expect(profile).toEqual(renamed)
  expect(profile).toMatchObject({
    name: '小满',
    avatar: expect.any(String),
    currentTheme: { config: { login_bg: expect.stringMatching(/./) } },
  })
})

test('[7.6.34] the default avatars', async () => {
  expect((await api.call('GET /default-avatars')).avatars.length).toBeGreaterThan(0)
  expect(wire.line).toBe(`GET ${base}/default-avatars`)
})

test('[7.6.35, 7.6.36, 7.6.37, 3.14] themes are listed, selected by id, and one is current', async () => {
  const { themes } = await api.call('GET /themes/available')
  expect(wire.line).toBe(`GET ${base}/themes/available`)
  const other = themes.at(-1)?.id ?? ''
  expect((await api.call('GET /themes/current')).id).not.toBe(other)
  expect(wire.line).toBe(`GET ${base}/themes/current`)
  await api.call('POST /themes/select/:id', { id: other })
  expect(wire.line).toBe(`POST ${base}/themes/select/${other}`)
  expect((await api.call('GET /themes/current')).id).toBe(other)
})

test('[7.6.38, 3.15] a study record goes under two ids, with a body', async () => {
  const sessionId = randomUUID()
  const now = server.clock.now().toISOString()
  const answer = makeAnswer({ cardId: cardIds[0]!, answeredAt: now })
  const { results } = await clientOf(student.ticket).call('POST /user-study/record/:packId/:sessionId', {
    packId: id,
    sessionId,
    deviceId: randomUUID(),
    sentAt: now,
    answers: [answer],
    undos: [],
  })
  expect(results).toMatchObject([{ id: answer.id, status: 'stored' }])
  expect(wire).toMatchObject({
    line: `POST ${base}/user-study/record/${id}/${sessionId}`,
    body: { answers: [answer] },
  })
})
