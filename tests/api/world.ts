import { randomUUID } from 'node:crypto'
import { exportSections } from '#contract/limits.ts'
import { issueCredentials } from '#server/account/sign-in/credentials.repository.ts'
import { proveFresh } from '#tests/support/fresh-proof.ts'
import { makePrivateCard, makePrivatePack } from '#tests/support/private-packs.ts'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import type { Call, TestServer, TestStudent } from '#tests/support/test-server.ts'
import { newBrowserKey } from '#tests/support/wechat/wechat-phone.ts'
import { imaginaryThings, type Things } from './example-inputs.ts'

/** A student with something of everything, and what there is besides. */

export type World = Things & {
  student: TestStudent
  /** The other device. */
  other: { token: string; ticket: string }
}

/** @throws Error with the refusal: a world that is not whole would test nothing */
const done = async <T>(answering: Promise<{ code: number; message: string; data: T }>): Promise<T> => {
  const { code, message, data } = await answering
  if (code !== 2000) throw new Error(`the world is not whole: ${message}`)
  return data
}

const signInElsewhere = async ({ deps }: TestServer, studentId: string, deviceName: string) => {
  const { token, uploadTicket } = await deps.database.transaction((tx) =>
    issueCredentials(tx, { studentId, deviceName, now: deps.clock() }),
  )
  return { token, ticket: uploadTicket.ticket }
}

const writeReviews = async (server: TestServer, { call }: TestStudent, packId: string) => {
  const critic = await server.signIn()
  await server.unlock(critic.studentId, packId)
  const theirs = await done(critic.call('POST /card-packs/:id/reviews', { id: packId, rating: 4 }))
  const own = await done(call('POST /card-packs/:id/reviews', { id: packId, rating: 3, comment: '讲得清楚' }))
  return { reviewId: theirs.id, ownReviewId: own.id }
}

const placeOrders = async ({ call }: TestStudent) => {
  const [pendingOrderId, paidOrderId] = [randomUUID(), randomUUID()]
  for (const orderId of [pendingOrderId, paidOrderId]) {
    await done(call('POST /orders', { orderId, productId: 'coins-100', paymentMethod: 'sandbox' }))
  }
  await done(call('POST /orders/:orderId/sandbox-result', { orderId: paidOrderId, result: 'success' }))
  return { pendingOrderId, paidOrderId }
}

const study = async (
  server: TestServer,
  { call }: TestStudent,
  { packId, cardId }: Pick<Things, 'packId' | 'cardId'>,
) => {
  const at = server.clock.now().toISOString()
  const [kept, takenBack] = [makeAnswer({ cardId, answeredAt: at }), makeAnswer({ cardId, answeredAt: at })]
  const undo = makeUndo(takenBack)
  await done(upload(call, { packId, sentAt: at, answers: [kept, takenBack], undos: [undo] }))
  return { answerId: kept.id, undoId: undo.id, studySessionId: randomUUID(), installationId: randomUUID() }
}

export async function makeWorld(server: TestServer): Promise<World> {
  const student = await server.signIn()
  const { call, studentId } = student
  const { secret } = imaginaryThings()
  const pack = await server.insertPack({ cardCount: 3, previewCount: 1 })
  const locked = await server.insertPack({ cardCount: 1, previewCount: 0 })
  const [cardId = ''] = pack.cardIds
  await server.unlock(studentId, pack.packId)
  // A name stands at a review, for all to see.
  await done(call('PUT /profile', { name: '小满' }))
  const card = makePrivateCard({ front: `${secret}正面`, back: `${secret}背面` })
  const made = makePrivatePack({ title: secret, cards: [card] })
  await done(call('POST /private-packs', made))
  const report = { reportId: randomUUID(), problem: 'typo', comment: secret } as const
  await done(call('POST /card-packs/:id/cards/:cardId/report', { id: pack.packId, cardId, ...report }))
  const other = await signInElsewhere(server, studentId, secret)
  await proveFresh(server.deps, studentId)
  const { devices } = await done(call('GET /account/devices'))
  const qr = await done(server.call('POST /auth/wechat-qr-code', { browserKey: newBrowserKey() }))
  return {
    student,
    secret,
    other,
    packId: pack.packId,
    cardId,
    lockedPackId: locked.packId,
    ...(await writeReviews(server, student, pack.packId)),
    ...(await placeOrders(student)),
    ...(await study(server, student, { packId: pack.packId, cardId })),
    privatePackId: made.packId,
    privateCardId: card.id,
    otherDeviceId: devices.find(({ current }) => !current)!.id,
    reportId: report.reportId,
    qrSessionId: qr.sessionId,
  }
}

/** All that the server holds about a student, as the student may fetch it; but for the log, which each look adds to. */
export async function exportOf(call: Call): Promise<Record<string, unknown[]>> {
  const sections: Record<string, unknown[]> = {}
  for (const section of exportSections.filter((name) => name !== 'securityEvents')) {
    const rows: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await done(
        call('GET /account/export', { section, ...(cursor !== undefined && { cursor }) }),
      )
      rows.push(...page.rows)
      cursor = page.next
    }
    sections[section] = rows
  }
  return sections
}
