import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPrivatePack } from '#tests/support/private-packs.ts'
import { useToday } from '#tests/support/rate-limits.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const server = await serverOfFile()

const owner = async (packId: string): Promise<TestStudent> => {
  const student = await server.signIn()
  await server.unlock(student.studentId, packId)
  return student
}

const newPack = async () => (await server.insertPack()).packId

/** Some students who have the pack. */
const ownersOf = (packId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => owner(packId)))

describe('a pack without reviews', () => {
  it('says so', async () => {
    const packId = await newPack()
    const student = await server.signIn()
    const { data } = await student.call('GET /card-packs/:id/reviews', { id: packId })
    expect(data).toMatchObject({ items: [], total: 0, hasMore: false, mine: null, rating: null })
    expect(data.histogram).toEqual([0, 0, 0, 0, 0])
  })
})

describe('writing a review', () => {
  it('puts it beside the others, with the author as they are called today', async () => {
    const packId = await newPack()
    const [author, reader] = [await owner(packId), await server.signIn()]
    const written = await author.call('POST /card-packs/:id/reviews', {
      id: packId,
      rating: 4,
      comment: ' 讲得清楚\r\n例子多 ',
    })
    expect(written.data).toMatchObject({
      rating: 4,
      comment: '讲得清楚\n例子多',
      likes: 0,
      dislikes: 0,
      myVote: null,
      mine: true,
      createdAt: '2026-11-20T08:00:00.000Z',
    })
    await author.call('PUT /profile', { name: '林小满', avatar: '/avatars/crane.svg' })

    const mine = await author.call('GET /card-packs/:id/reviews', { id: packId })
    expect(mine.data).toMatchObject({ items: [], total: 0, rating: 4, histogram: [0, 0, 0, 1, 0] })
    expect(mine.data.mine?.author).toEqual({ name: '林小满', avatar: '/avatars/crane.svg' })
    const theirs = await reader.call('GET /card-packs/:id/reviews', { id: packId })
    expect(theirs.data).toMatchObject({ total: 1, mine: null, items: [{ id: written.data.id, mine: false }] })
    expect(JSON.stringify(theirs.data)).not.toContain(author.studentId)
  })

  it('again changes it: its id, its place and its votes stay', async () => {
    const packId = await newPack()
    const [author, reader] = await ownersOf(packId, 2)
    const first = await author!.call('POST /card-packs/:id/reviews', {
      id: packId,
      rating: 2,
      comment: '一般',
    })
    await reader!.call('POST /card-packs/reviews/:reviewId/like', { reviewId: first.data.id })
    server.clock.advance(60_000)
    const second = await author!.call('POST /card-packs/:id/reviews', { id: packId, rating: 5 })
    expect(second.data).toMatchObject({ id: first.data.id, rating: 5, comment: '', likes: 1 })
    expect(second.data.createdAt).toBe(first.data.createdAt)
    expect(Date.parse(second.data.updatedAt) - Date.parse(second.data.createdAt)).toBe(60_000)
    const { data } = await reader!.call('GET /card-packs/:id', { id: packId })
    expect(data).toMatchObject({ rating: 5, reviewCount: 1 })
  })

  it('is for those who have the pack', async () => {
    const packId = await newPack()
    const student = await server.signIn()
    expect(await student.call('POST /card-packs/:id/reviews', { id: packId, rating: 5 })).toMatchObject({
      status: 403,
      code: 4031,
    })
    const { data } = await student.call('GET /card-packs/:id', { id: packId })
    expect(data.reviewCount).toBe(0)
  })

  it('is for packs of the library: a private one has no reviews, its owner’s neither', async () => {
    const student = await server.signIn()
    await server.insertPack()
    const { packId } = await createPrivatePack(student.call)
    for (const id of [packId, randomUUID()]) {
      expect((await student.call('GET /card-packs/:id/reviews', { id })).code).toBe(4040)
      expect((await student.call('POST /card-packs/:id/reviews', { id, rating: 5 })).code).toBe(4040)
    }
  })

  it.each([
    ['no rating', {}],
    ['a rating of 0', { rating: 0 }],
    ['a rating of 6', { rating: 6 }],
    ['half a star', { rating: 4.5 }],
    ['too long a comment', { rating: 5, comment: '好'.repeat(501) }],
    ['text that turns around', { rating: 5, comment: '好\u202e评' }],
    ['a control character', { rating: 5, comment: '好\u0000评' }],
  ])('is refused with %s', async (_, body) => {
    const packId = await newPack()
    const student = await owner(packId)
    const input = { id: packId, ...body } as { id: string; rating: number }
    expect(await student.call('POST /card-packs/:id/reviews', input)).toMatchObject({
      status: 422,
      code: 4220,
    })
    expect((await student.call('GET /card-packs/:id/reviews', { id: packId })).data.mine).toBeNull()
  })
})

describe('rewriting a review without end', () => {
  it('is over for the day after a hundred times, and holds up no one else', async () => {
    const packId = await newPack()
    const [author, other] = await ownersOf(packId, 2)
    const write = (student: TestStudent | undefined, rating: number) =>
      student!.call('POST /card-packs/:id/reviews', { id: packId, rating })
    await useToday(server, `review:${author!.studentId}`, 99)
    expect((await write(author, 1)).code).toBe(2000)
    expect(await write(author, 2)).toMatchObject({
      status: 429,
      code: 4290,
      message: '操作太频繁，请稍后再试',
    })
    const { data } = await author!.call('GET /card-packs/:id/reviews', { id: packId })
    expect(data.mine?.rating).toBe(1)
    expect((await write(other, 3)).code).toBe(2000)
    server.clock.advance(86_400_000)
    expect((await write(author, 4)).data.rating).toBe(4)
  })
})

describe('deleting a review', () => {
  it('takes it out of the list and the sums, votes and all, and leaves room for another', async () => {
    const packId = await newPack()
    const [author, reader] = await ownersOf(packId, 2)
    const { data } = await author!.call('POST /card-packs/:id/reviews', { id: packId, rating: 1 })
    await reader!.call('POST /card-packs/reviews/:reviewId/dislike', { reviewId: data.id })
    expect((await author!.call('DELETE /card-packs/reviews/:reviewId', { reviewId: data.id })).code).toBe(
      2000,
    )
    const gone = await author!.call('DELETE /card-packs/reviews/:reviewId', { reviewId: data.id })
    expect(gone.code).toBe(4040)
    const list = await reader!.call('GET /card-packs/:id/reviews', { id: packId })
    expect(list.data).toMatchObject({ items: [], total: 0, rating: null, histogram: [0, 0, 0, 0, 0] })
    const again = await author!.call('POST /card-packs/:id/reviews', { id: packId, rating: 3 })
    expect(again.data).toMatchObject({ rating: 3, dislikes: 0 })
  })

  it('is for its author alone', async () => {
    const packId = await newPack()
    const [author, other] = await ownersOf(packId, 2)
    const { data } = await author!.call('POST /card-packs/:id/reviews', { id: packId, rating: 1 })
    expect((await other!.call('DELETE /card-packs/reviews/:reviewId', { reviewId: data.id })).code).toBe(4030)
    expect((await other!.call('GET /card-packs/:id/reviews', { id: packId })).data.total).toBe(1)
  })
})

describe('the list', () => {
  it('turns page after page without a review twice or left out, while others come and change', async () => {
    const packId = await newPack()
    const authors = await ownersOf(packId, 9)
    const ids: string[] = []
    for (const [index, author] of authors.entries()) {
      // Several in one millisecond: the id decides.
      if (index % 3 === 0) server.clock.advance(1000)
      const { data } = await author.call('POST /card-packs/:id/reviews', { id: packId, rating: 3 })
      ids.push(data.id)
    }
    const reader = await server.signIn()
    const seen: string[] = []
    let asOf: string | undefined
    for (let page = 1; page <= 3; page += 1) {
      const { data } = await reader.call('GET /card-packs/:id/reviews', { id: packId, page, limit: 3, asOf })
      asOf = data.asOf
      expect(data).toMatchObject({ total: 9, hasMore: page < 3 })
      seen.push(...data.items.map(({ id }) => id))
      server.clock.advance(1000)
      const late = await owner(packId)
      await late.call('POST /card-packs/:id/reviews', { id: packId, rating: 5 })
      await authors[0]!.call('POST /card-packs/:id/reviews', { id: packId, rating: 1, comment: '改过' })
    }
    expect(seen).toHaveLength(9)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  it('counts neither the student’s own nor what came later, and the sums count all', async () => {
    const packId = await newPack()
    const [me, other, late] = await ownersOf(packId, 3)
    await me!.call('POST /card-packs/:id/reviews', { id: packId, rating: 5 })
    await other!.call('POST /card-packs/:id/reviews', { id: packId, rating: 4 })
    const { data } = await me!.call('GET /card-packs/:id/reviews', { id: packId })
    server.clock.advance(1)
    await late!.call('POST /card-packs/:id/reviews', { id: packId, rating: 4 })
    const later = await me!.call('GET /card-packs/:id/reviews', { id: packId, asOf: data.asOf })
    expect(later.data).toMatchObject({ total: 1, hasMore: false, rating: 4.3, histogram: [0, 0, 0, 2, 1] })
  })

  it('goes on as of a day ago at most, however old a list says that it is', async () => {
    const packId = await newPack()
    const [reader, old, late] = await ownersOf(packId, 3)
    const write = (student: TestStudent | undefined) =>
      student!.call('POST /card-packs/:id/reviews', { id: packId, rating: 4 })
    await write(old)
    server.clock.advance(2 * 86_400_000)
    await write(late)
    const list = async (asOf: string) =>
      (await reader!.call('GET /card-packs/:id/reviews', { id: packId, asOf })).data
    const dayAgo = new Date(server.clock.now().getTime() - 86_400_000)
    expect(await list('1000-01-01T00:00:00.000Z')).toMatchObject({
      total: 1,
      items: [{ mine: false }],
      asOf: dayAgo.toISOString(),
    })
    const recent = new Date(dayAgo.getTime() + 1).toISOString()
    expect(await list(recent)).toMatchObject({ total: 1, asOf: recent })
  })
})

describe('at once', () => {
  it('many reviews, changes and deletions leave sums that are those of the reviews', async () => {
    const packId = await newPack()
    const authors = await ownersOf(packId, 8)
    await Promise.all(
      authors.map(async (author, index) => {
        const write = (rating: number) => author.call('POST /card-packs/:id/reviews', { id: packId, rating })
        const replies = await Promise.all([1, 2, 3, 4, 5].map(write))
        expect(replies.map(({ code }) => code)).toEqual([2000, 2000, 2000, 2000, 2000])
        const ids = new Set(replies.map(({ data }) => data.id))
        expect(ids.size).toBe(1)
        const [reviewId = ''] = ids
        if (index % 2 === 0) {
          const deletions = await Promise.all(
            [1, 2, 3].map(() => author.call('DELETE /card-packs/reviews/:reviewId', { reviewId })),
          )
          expect(deletions.map(({ code }) => code).sort()).toEqual([2000, 4040, 4040])
        }
      }),
    )
    const { db } = server.deps.database
    const rows = await db.selectFrom('pack_reviews').select('rating').where('pack_id', '=', packId).execute()
    const ratings = rows.map(({ rating }) => rating)
    expect(ratings).toHaveLength(4)
    const pack = await db
      .selectFrom('card_packs')
      .select(['rating_sum', 'review_count', 'rating_counts'])
      .where('id', '=', packId)
      .executeTakeFirstOrThrow()
    expect(pack).toEqual({
      rating_sum: ratings.reduce((sum, rating) => sum + rating, 0),
      review_count: 4,
      rating_counts: [1, 2, 3, 4, 5].map((star) => ratings.filter((rating) => rating === star).length),
    })
  })
})
