import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

/** A process of the version before works on while the next one has added its columns. */

let students: TestStudent[]
let pack: { packId: string; cardIds: string[] }

const server = await serverOfFile()
beforeAll(async () => {
  pack = await server.insertPack({ cardCount: 3, previewCount: 3 })
  students = []
  for (let number = 0; number < 20; number += 1) students.push(await server.signIn())
})

const statusesOf = async ({ call }: TestStudent): Promise<number[]> => {
  const answers = pack.cardIds.map((cardId) =>
    makeAnswer({ cardId, answeredAt: server.clock.now().toISOString() }),
  )
  const uploaded = await upload(call, { packId: pack.packId, sentAt: server.clock.now(), answers })
  const order = { orderId: randomUUID(), productId: 'coins-100', paymentMethod: 'sandbox' } as const
  const replies = [
    uploaded,
    await call('GET /user-study/summary', {}),
    await call('GET /user-study/statistics', { utcOffsetMinutes: 480 }),
    await call('GET /user-study/states', {}),
    await call('POST /orders', order),
    await call('GET /orders', {}),
    await call('GET /orders/:orderId', { orderId: order.orderId }),
  ]
  return replies.map(({ status }) => status)
}

it('calls succeed over every connection after columns were added to the tables they read', async () => {
  const callAtOnce = () => Promise.all(students.map(statusesOf))
  await callAtOnce()
  for (const table of ['study_totals', 'study_days', 'card_states', 'orders', 'study_answers'])
    await sql`alter table ${sql.table(table)} add column added_later integer`.execute(server.deps.database.db)
  server.clock.advance(60_000)
  expect(new Set((await callAtOnce()).flat())).toEqual(new Set([200]))
})
