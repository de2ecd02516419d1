import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EndpointKey } from '#contract/api.ts'
import { useToday } from '#tests/support/rate-limits.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

let reviewId: string

const server = await serverOfFile()
const { packId } = await server.insertPack()
const author = await server.signIn()
await server.unlock(author.studentId, packId)

const writeReview = async () => {
  const { data } = await author.call('POST /card-packs/:id/reviews', { id: packId, rating: 3 })
  reviewId = data.id
}

const voteKeys = [
  'POST /card-packs/reviews/:reviewId/like',
  'DELETE /card-packs/reviews/:reviewId/like',
  'POST /card-packs/reviews/:reviewId/dislike',
  'DELETE /card-packs/reviews/:reviewId/dislike',
] as const satisfies readonly EndpointKey[]
const [like, unlike, dislike, undislike] = voteKeys
type VoteKey = (typeof voteKeys)[number]

const vote = async (student: TestStudent, key: VoteKey) => (await student.call(key, { reviewId })).data

const countVotes = async () => {
  const { db } = server.deps.database
  const votes = await db.selectFrom('review_votes').select('vote').where('review_id', '=', reviewId).execute()
  const review = await db
    .selectFrom('pack_reviews')
    .select(['likes', 'dislikes'])
    .where('id', '=', reviewId)
    .executeTakeFirst()
  return {
    stored: { likes: review?.likes, dislikes: review?.dislikes },
    counted: {
      likes: votes.filter((row) => row.vote === 'like').length,
      dislikes: votes.filter((row) => row.vote === 'dislike').length,
    },
  }
}

describe('a vote', () => {
  it('takes the place of the other one, and twice is once', async () => {
    await writeReview()
    const student = await server.signIn()
    expect(await vote(student, like)).toEqual({ reviewId, likes: 1, dislikes: 0, myVote: 'like' })
    expect(await vote(student, like)).toMatchObject({ likes: 1, dislikes: 0 })
    expect(await vote(student, dislike)).toEqual({ reviewId, likes: 0, dislikes: 1, myVote: 'dislike' })
    // Taking back what is not given leaves the other one alone.
    expect(await vote(student, unlike)).toMatchObject({ dislikes: 1, myVote: 'dislike' })
    expect(await vote(student, undislike)).toEqual({ reviewId, likes: 0, dislikes: 0, myVote: null })
    expect(await vote(student, undislike)).toMatchObject({ likes: 0, dislikes: 0, myVote: null })
  })

  it('is shown to the student who gave it, and its number to all', async () => {
    await writeReview()
    const [student, other] = [await server.signIn(), await server.signIn()]
    await vote(student, like)
    const mine = await student.call('GET /card-packs/:id/reviews', { id: packId })
    expect(mine.data.items[0]).toMatchObject({ likes: 1, myVote: 'like' })
    const theirs = await other.call('GET /card-packs/:id/reviews', { id: packId })
    expect(theirs.data.items[0]).toMatchObject({ likes: 1, myVote: null })
    await vote(student, unlike)
  })

  it('on one’s own review is refused', async () => {
    await writeReview()
    for (const key of [like, dislike] as const) {
      expect(await author.call(key, { reviewId })).toMatchObject({ status: 403, code: 4030 })
    }
    expect((await author.call(unlike, { reviewId })).data.myVote).toBeNull()
  })

  it('on a review that does not exist, or of a pack that left the library, is refused', async () => {
    await writeReview()
    const student = await server.signIn()
    const { db } = server.deps.database
    for (const key of voteKeys) expect((await student.call(key, { reviewId: randomUUID() })).code).toBe(4040)
    const setRemoved = (at: Date | null) =>
      db.updateTable('card_packs').set({ removed_at: at }).where('id', '=', packId).execute()
    await setRemoved(server.clock.now())
    for (const key of voteKeys) expect((await student.call(key, { reviewId })).code).toBe(4040)
    await setRemoved(null)
  })
})

describe('a review whose author awaits a guardian’s consent', () => {
  const awaitConsent = (age_band: 'under14' | null) =>
    server.deps.database.db
      .updateTable('students')
      .set({ age_band, guardian_agreed_at: null })
      .where('id', '=', author.studentId)
      .execute()

  it('is not found by a vote, but one that was given can be taken back', async () => {
    await writeReview()
    const [student, other] = [await server.signIn(), await server.signIn()]
    await vote(student, like)
    await awaitConsent('under14')
    for (const key of voteKeys) expect((await other.call(key, { reviewId })).code).toBe(4040)
    for (const key of [like, dislike, undislike] as const)
      expect((await student.call(key, { reviewId })).code).toBe(4040)
    expect((await student.call(unlike, { reviewId })).code).toBe(2000)
    expect((await student.call(unlike, { reviewId })).code).toBe(4040)
    expect((await countVotes()).stored).toEqual({ likes: 0, dislikes: 0 })
    await awaitConsent(null)
    expect(await vote(other, like)).toMatchObject({ likes: 1 })
    await vote(other, unlike)
  })
})

describe('voting without end', () => {
  it('is over for the day after a thousand votes, given and taken back', async () => {
    await writeReview()
    const [student, other] = [await server.signIn(), await server.signIn()]
    await useToday(server, `vote:${student.studentId}`, 998)
    expect(await vote(student, like)).toMatchObject({ likes: 1 })
    expect(await vote(student, unlike)).toMatchObject({ likes: 0 })
    for (const key of voteKeys) {
      expect(await student.call(key, { reviewId })).toMatchObject({ status: 429, code: 4290 })
    }
    expect(await vote(other, like)).toMatchObject({ likes: 1, myVote: 'like' })
    server.clock.advance(86_400_000)
    expect(await vote(student, like)).toMatchObject({ likes: 2, myVote: 'like' })
  })
})

describe('at once', () => {
  it('votes of many students leave counters that are those of the votes', async () => {
    await writeReview()
    const students = await Promise.all(Array.from({ length: 6 }, () => server.signIn()))
    const step = fc.record({ who: fc.nat(students.length - 1), key: fc.constantFrom(...voteKeys) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        const replies = await Promise.all(steps.map(({ who, key }) => students[who]!.call(key, { reviewId })))
        expect(replies.every(({ code }) => code === 2000)).toBe(true)
        const { stored, counted } = await countVotes()
        expect(stored).toEqual(counted)
      }),
      { numRuns: 8 },
    )
  })

  it('votes on a review that is being deleted count or find nothing', async () => {
    await writeReview()
    const students = await Promise.all(Array.from({ length: 6 }, () => server.signIn()))
    const [deleted, ...votes] = await Promise.all([
      author.call('DELETE /card-packs/reviews/:reviewId', { reviewId }),
      ...students.map((student) => student.call(like, { reviewId })),
    ])
    expect(deleted.code).toBe(2000)
    for (const { code } of votes) expect([2000, 4040]).toContain(code)
    expect(await countVotes()).toEqual({
      stored: { likes: undefined, dislikes: undefined },
      counted: { likes: 0, dislikes: 0 },
    })
  })
})
