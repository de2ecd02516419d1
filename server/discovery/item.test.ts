import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createPrivatePack } from '#tests/support/private-packs.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile()

const read = (id: string) => server.call('GET /discovery/card-pack/:id/item', { id })

describe('a pack for those who do not have it', () => {
  it('shows what it is and its previews, whole, to anybody, and nothing of the other cards', async () => {
    const pack = await server.insertPack({ title: '唐诗', cardCount: 4, previewCount: 2 })
    const { data, headers } = await read(pack.packId)
    expect(data).toMatchObject({ id: pack.packId, title: '唐诗', source: '测试', cardCount: 4, rating: null })
    expect(data.previewCards.map(({ id }) => id)).toEqual(pack.previewCardIds)
    expect(data.previewCards[1]).toEqual({
      id: pack.previewCardIds[1],
      packId: pack.packId,
      title: '卡片 2',
      hash: 'hash-2',
      front: [{ type: 'paragraph', children: [{ type: 'text', text: '正面 2' }] }],
      back: [{ type: 'paragraph', children: [{ type: 'text', text: '背面 2' }] }],
    })
    expect(JSON.stringify(data)).not.toContain('面 3')
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  it('costs nothing while it is the same, and has a new version when a learner or a review comes', async () => {
    const { packId } = await server.insertPack()
    const student = await server.signIn()
    const etag = async () => String((await read(packId)).headers['etag'])
    const versions = [await etag()]
    const unchanged = await server.app.inject({
      url: `/api/client/discovery/card-pack/${packId}/item`,
      headers: { 'if-none-match': versions[0]! },
    })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    await student.call('POST /card-packs/:id/unlock', { id: packId })
    versions.push(await etag())
    await student.call('POST /card-packs/:id/reviews', { id: packId, rating: 5 })
    versions.push(await etag())
    expect(new Set(versions).size).toBe(3)
    expect((await read(packId)).data).toMatchObject({ rating: 5, reviewCount: 1, learnerCount: 1 })
  })

  it('is not found where it is private, left the library or never was', async () => {
    const student = await server.signIn()
    const own = await createPrivatePack(student.call)
    const left = await server.insertPack()
    const { db } = server.deps.database
    const now = server.clock.now()
    await db.updateTable('card_packs').set({ removed_at: now }).where('id', '=', left.packId).execute()
    for (const id of [own.packId, left.packId, randomUUID()]) {
      expect(await read(id)).toMatchObject({ status: 404, code: 4040 })
    }
  })
})
