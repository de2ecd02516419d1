import { randomBytes, randomUUID } from 'node:crypto'
import { createPrivatePack, makePrivateCard } from './private-packs.ts'
import { makeAnswer, makeUndo, upload } from './study-facts.ts'
import type { TestPack } from './test-pack.ts'
import type { TestServer, TestStudent } from './test-server.ts'

export type FullStudent = TestStudent & {
  /** Stands in what the student wrote, and nowhere else. */
  mark: string
  /** A public pack: unlocked, a favourite, reviewed with one star, with a card reported. */
  pack: TestPack
  /** Somebody else's review of that pack, which the student likes; its author dislikes the student's. */
  likedReviewId: string
  privatePackId: string
  /** Paid. */
  orderId: string
}

const reviewWithVotes = async (
  server: TestServer,
  { call }: TestStudent,
  { packId, comment }: { packId: string; comment: string },
): Promise<string> => {
  const critic = await server.signIn()
  await server.unlock(critic.studentId, packId)
  const theirs = await critic.call('POST /card-packs/:id/reviews', { id: packId, rating: 5 })
  const own = await call('POST /card-packs/:id/reviews', { id: packId, rating: 1, comment })
  await call('POST /card-packs/reviews/:reviewId/like', { reviewId: theirs.data.id })
  await critic.call('POST /card-packs/reviews/:reviewId/dislike', { reviewId: own.data.id })
  return theirs.data.id
}

/** A student with something in every table that knows students; tests of leaving and of the export hold it to that. */
export async function signInFullStudent(server: TestServer): Promise<FullStudent> {
  const student = await server.signIn()
  const { call, studentId } = student
  const mark = `独有${randomUUID()}`
  const at = server.clock.now().toISOString()
  const pack = await server.insertPack({ priceCoins: 50 })
  await call('PUT /profile', { name: mark.slice(0, 20) })
  await call('POST /card-packs/:id/unlock', { id: pack.packId })
  await call('POST /card-packs/:id/favorite', { id: pack.packId })

  const [first = '', second = ''] = pack.cardIds
  // The second answer comes to a card in review.
  const daysAgo = new Date(server.clock.now().getTime() - 10 * 86_400_000).toISOString()
  const introduction = makeAnswer({ cardId: first, answeredAt: daysAgo, rating: 4 })
  const kept = makeAnswer({ cardId: first, answeredAt: at })
  const undone = makeAnswer({ cardId: second, answeredAt: at })
  await upload(call, {
    packId: pack.packId,
    sentAt: at,
    answers: [introduction, kept, undone],
    undos: [makeUndo(undone)],
  })
  const made = await createPrivatePack(call, {
    title: mark,
    cards: [makePrivateCard({ front: mark, back: mark })],
  })
  await upload(call, {
    packId: made.packId,
    sentAt: at,
    answers: [makeAnswer({ cardId: made.cardIds[0]!, answeredAt: at })],
  })
  const likedReviewId = await reviewWithVotes(server, student, { packId: pack.packId, comment: mark })
  await call('POST /card-packs/:id/cards/:cardId/report', {
    id: pack.packId,
    cardId: first,
    reportId: randomUUID(),
    problem: 'other',
    comment: mark,
  })
  await server.deps.database.db
    .insertInto('wechat_accounts')
    .values({ student_id: studentId, unionid: `u-${mark}`, openid: `o-${mark}`, bound_at: at })
    .execute()
  await call('POST /auth/wechat-authorize', {
    browserKey: randomBytes(32).toString('base64url'),
    purpose: 'bind',
    returnTo: '/settings/account-security',
  })
  const orderId = randomUUID()
  await server.deps.database.db
    .insertInto('orders')
    .values({
      id: orderId,
      student_id: studentId,
      product_id: null,
      pack_id: pack.packId,
      title: '测试卡包',
      coins: 0,
      price_cents: 600,
      payment_method: 'wechat',
      scene: 'jsapi',
      pay: JSON.stringify({ kind: 'jsapi', params: { package: mark } }),
      status: 'paid',
      created_at: at,
      expires_at: at,
      paid_at: at,
      reference: `4200${randomUUID()}`,
      asked_at: at,
      refunded_at: null,
    })
    .execute()
  return { ...student, mark, pack, orderId, likedReviewId, privatePackId: made.packId }
}
