import { expect, test } from 'vitest'
import type { PackReview, Vote } from '#contract/reviews.ts'
import { newId } from '#server/lib/new-id.ts'
import { voteCall } from '#src/queries/packs/reviews.ts'
import { withWaitingVote } from '#src/queries/packs/shown-reviews.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createDevice } from './device.ts'

/** Votes that are changed again and again before anything gets through. */

const server = await serverOfFile()

type Pressed = Exclude<Vote, null>

test.each<[string, Pressed[], Vote]>([
  ['the other one, taken back', ['dislike', 'dislike'], null],
  ['the other one', ['dislike'], 'dislike'],
  ['the same: taken back', ['like'], null],
  ['taken back, and given again', ['like', 'like'], 'like'],
  ['the other one, taken back, and the first again', ['dislike', 'dislike', 'like'], 'like'],
  ['back and forth, and taken back', ['dislike', 'like', 'dislike', 'dislike'], null],
])('a like on the server, and pressed without a network: %s', async (_, pressed, wanted) => {
  const { packId } = await server.insertPack()
  const author = await server.signIn()
  await server.unlock(author.studentId, packId)
  const { data: review } = await author.call('POST /card-packs/:id/reviews', { id: packId, rating: 4 })
  const student = await server.signIn()
  const { data: liked } = await student.call('POST /card-packs/reviews/:reviewId/like', {
    reviewId: review.id,
  })
  const saved: PackReview = { ...review, ...liked, mine: false }

  const device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  await device.run(async () => {
    const { account } = device.openPage(student.studentId, student.token)
    for (const vote of pressed)
      await account.enqueue(...voteCall(withWaitingVote(saved, await account.waitingCalls()), vote))
    expect(withWaitingVote(saved, await account.waitingCalls()).myVote).toBe(wanted)
    expect(await account.drain()).toEqual({ status: 'empty' })
  })
  const { data } = await student.call('GET /card-packs/:id/reviews', { id: packId })
  expect(data.items.map(({ myVote, likes, dislikes }) => [myVote, likes, dislikes])).toEqual([
    [wanted, Number(wanted === 'like'), Number(wanted === 'dislike')],
  ])
})
