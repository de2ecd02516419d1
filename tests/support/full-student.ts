import { randomUUID } from 'node:crypto'
import { createPrivatePack, makePrivateCard } from './private-packs.ts'
import { makeAnswer, makeUndo, upload } from './study-facts.ts'
import type { TestPack } from './test-pack.ts'
import type { TestServer, TestStudent } from './test-server.ts'

export type FullStudent = TestStudent & {
  /** Stands in what the student wrote, and nowhere else. */
  mark: string
  /** A public pack, unlocked and a favourite. */
  pack: TestPack
  privatePackId: string
}

/** A student with something in every table that knows students; tests of leaving and of the export hold it to that. */
export const signInFullStudent = async (server: TestServer): Promise<FullStudent> => {
  const student = await server.signIn()
  const { call, studentId } = student
  const mark = `独有${randomUUID()}`
  const at = server.clock.now().toISOString()
  const pack = await server.insertPack({ priceCoins: 50 })
  await call('PUT /profile', { name: mark.slice(0, 20) })
  await call('POST /card-packs/:id/unlock', { id: pack.packId })
  await call('POST /card-packs/:id/favorite', { id: pack.packId })

  const [first = '', second = ''] = pack.cardIds
  const kept = makeAnswer({ cardId: first, answeredAt: at })
  const undone = makeAnswer({ cardId: second, answeredAt: at })
  await upload(call, {
    packId: pack.packId,
    sentAt: at,
    answers: [kept, undone],
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
  await server.deps.database.db
    .insertInto('wechat_accounts')
    .values({ student_id: studentId, unionid: `u-${mark}`, openid: `o-${mark}`, bound_at: at })
    .execute()
  return { ...student, mark, pack, privatePackId: made.packId }
}
