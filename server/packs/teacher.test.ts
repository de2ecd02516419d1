import { describe, expect, it } from 'vitest'
import { createPrivatePack } from '#tests/support/private-packs.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile()

const teacherId = 'math-desk'
const read = () => server.call('GET /card-packs/teacher/:teacherId/card-packs', { teacherId })
const etag = async () => String((await read()).headers['etag'])
const ask = (version: string) =>
  server.app.inject({
    url: `/api/client/card-packs/teacher/${teacherId}/card-packs`,
    headers: { 'if-none-match': version },
  })

describe('a teacher’s page', () => {
  it('shows the packs of the library, newest first, with their sums, to anybody', async () => {
    const old = await server.insertPack({ title: '旧', cardCount: 3 })
    server.clock.advance(1000)
    const fresh = await server.insertPack({ title: '新', cardCount: 4 })
    const student = await server.signIn()
    await createPrivatePack(student.call)
    await student.call('POST /card-packs/:id/unlock', { id: old.packId })
    const { data, headers } = await read()
    expect(data).toMatchObject({
      teacher: { id: teacherId, name: '知卡数学教研室', subject: { id: 'math', name: '数学' } },
      cardCount: 7,
      learnerCount: 1,
    })
    expect(data.packs.map(({ id }) => id)).toEqual([fresh.packId, old.packId])
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  it('costs nothing while it is the same, and has a new version with every change', async () => {
    const student = await server.signIn()
    const { packId } = await server.insertPack()
    const versions = [await etag()]
    const unchanged = await ask(versions[0]!)
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])

    await student.call('POST /card-packs/:id/unlock', { id: packId })
    versions.push(await etag())
    await student.call('POST /card-packs/:id/reviews', { id: packId, rating: 4 })
    versions.push(await etag())
    const { db } = server.deps.database
    const now = server.clock.now()
    await db.updateTable('card_packs').set({ removed_at: now }).where('id', '=', packId).execute()
    versions.push(await etag())
    expect(new Set(versions).size).toBe(4)
    expect((await ask(versions[2]!)).statusCode).toBe(200)
  })

  it('without a pack is empty', async () => {
    const { db } = server.deps.database
    const bio = JSON.stringify([{ type: 'paragraph', children: [] }])
    await db.insertInto('teachers').values({ id: 'new', name: '新教研室', subject_id: 'math', bio }).execute()
    const { data } = await server.call('GET /card-packs/teacher/:teacherId/card-packs', { teacherId: 'new' })
    expect(data).toMatchObject({ packs: [], cardCount: 0, learnerCount: 0 })
  })

  it('that does not exist is not found', async () => {
    const reply = await server.call('GET /card-packs/teacher/:teacherId/card-packs', { teacherId: 'nobody' })
    expect(reply).toMatchObject({ status: 404, code: 4040 })
  })
})
