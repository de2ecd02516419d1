import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { plainText } from '#contract/text/card-text.ts'
import { smallLibrary } from '#tests/support/library-files.ts'
import { loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

let student: TestStudent

const server = await serverOfFile()

beforeEach(async () => {
  await loadTestLibrary(server.deps)
  student = await server.signIn()
})

const unlockTang = (by = student) => by.call('POST /card-packs/:id/unlock', { id: tang.packId })

const insertPrivatePack = (ownerId: string) => server.insertPack({ ownerId, title: '我的笔记' })

const withoutTang = (): Promise<void> => {
  const { 'packs/tang.yaml': _, ...rest } = smallLibrary
  return loadTestLibrary(server.deps, { ...rest, 'featured.yaml': '- jihe\n' })
}

describe('GET /card-packs/:id', () => {
  it('shows a pack with what it is to the student', async () => {
    const { data } = await student.call('GET /card-packs/:id', { id: tang.packId })
    expect(data).toMatchObject({
      id: tang.packId,
      title: '唐诗三百首·精选',
      grade: { id: 'g7', name: '七年级', stage: '初中' },
      teacher: { id: 'desk', name: '知卡语文教研室' },
      priceCoins: 80,
      cardCount: 3,
      previewCount: 2,
      rating: null,
      unlocked: false,
      unlockedAt: null,
      favorited: false,
    })
    expect(plainText(data.intro)).toBe('讲什么、适合谁。')
  })

  it('knows that it is unlocked and a favourite', async () => {
    await unlockTang()
    await student.call('POST /card-packs/:id/favorite', { id: tang.packId })
    const { data } = await student.call('GET /card-packs/:id', { id: tang.packId })
    expect(data).toMatchObject({
      unlocked: true,
      unlockedAt: server.clock.now().toISOString(),
      favorited: true,
    })
  })

  it('shows the mean of its reviews with one decimal', async () => {
    const pack = await server.insertPack()
    await server.deps.database.db
      .updateTable('card_packs')
      .set({ rating_sum: 14, review_count: 3 })
      .where('id', '=', pack.packId)
      .execute()
    const { data } = await student.call('GET /card-packs/:id', { id: pack.packId })
    expect(data).toMatchObject({ rating: 4.7, reviewCount: 3 })
  })

  it('does not know unknown packs', async () => {
    expect(await student.call('GET /card-packs/:id', { id: randomUUID() })).toMatchObject({
      status: 404,
      code: 4040,
    })
  })

  it('refuses an id that is none', async () => {
    expect((await student.call('GET /card-packs/:id', { id: "' or 1=1 --" })).status).toBe(422)
  })

  it('does not know private packs, which have a call of their own', async () => {
    const { packId } = await insertPrivatePack(student.studentId)
    expect((await student.call('GET /card-packs/:id', { id: packId })).code).toBe(4040)
  })

  it('keeps a pack that left the library for those who unlocked it', async () => {
    const other = await server.signIn()
    await unlockTang()
    await withoutTang()
    expect((await student.call('GET /card-packs/:id', { id: tang.packId })).data).toMatchObject({
      unlocked: true,
    })
    expect((await other.call('GET /card-packs/:id', { id: tang.packId })).code).toBe(4040)
  })

  it('needs a session', async () => {
    expect((await server.call('GET /card-packs/:id', { id: tang.packId })).code).toBe(4001)
  })
})

describe('favourites', () => {
  const list = (query = {}, by = student) => by.call('GET /card-packs/favorites', query)

  it('are added and removed, however often', async () => {
    for (const _ of [1, 2]) {
      const { data } = await student.call('POST /card-packs/:id/favorite', { id: tang.packId })
      expect(data).toEqual({ packId: tang.packId, favorited: true })
    }
    expect((await list()).data).toMatchObject({ total: 1, hasMore: false, items: [{ id: tang.packId }] })
    for (const _ of [1, 2]) {
      const { data } = await student.call('DELETE /card-packs/:id/favorite', { id: tang.packId })
      expect(data).toEqual({ packId: tang.packId, favorited: false })
    }
    expect((await list()).data).toMatchObject({ items: [], page: 1, limit: 10, total: 0, hasMore: false })
  })

  it('come in pages, the last one first', async () => {
    const packs = [await server.insertPack(), await server.insertPack(), await server.insertPack()]
    for (const { packId } of packs) {
      server.clock.advance(1000)
      await student.call('POST /card-packs/:id/favorite', { id: packId })
    }
    const [third, second, first] = packs.map(({ packId }) => packId).toReversed()
    expect((await list({ limit: 2 })).data).toMatchObject({
      items: [{ id: third }, { id: second }],
      total: 3,
      hasMore: true,
    })
    expect((await list({ limit: 2, page: 2 })).data).toMatchObject({ items: [{ id: first }], hasMore: false })
    expect((await list({ page: 9 })).data).toMatchObject({ items: [], total: 3, hasMore: false })
  })

  it('stay on their pages while others are added', async () => {
    const packs = [await server.insertPack(), await server.insertPack(), await server.insertPack()]
    const favor = async ({ packId }: { packId: string }) => {
      server.clock.advance(1000)
      await student.call('POST /card-packs/:id/favorite', { id: packId })
    }
    for (const pack of packs) await favor(pack)
    const first = (await list({ limit: 2 })).data
    await favor(await server.insertPack())
    const second = (await list({ limit: 2, page: 2, asOf: first.asOf })).data
    expect(second).toMatchObject({ items: [{ id: packs[0]!.packId }], total: 3, hasMore: false })
    expect((await list()).data.total).toBe(4)
  })

  it('are each student’s own', async () => {
    const other = await server.signIn()
    await student.call('POST /card-packs/:id/favorite', { id: tang.packId })
    expect((await list({}, other)).data.total).toBe(0)
  })

  it('refuse unknown packs and other students’ private packs', async () => {
    const other = await server.signIn()
    const { packId } = await insertPrivatePack(other.studentId)
    for (const id of [packId, randomUUID()]) {
      expect((await student.call('POST /card-packs/:id/favorite', { id })).code).toBe(4040)
    }
  })

  it('leave the list with a pack that left the library, and can still be removed', async () => {
    await student.call('POST /card-packs/:id/favorite', { id: tang.packId })
    await withoutTang()
    expect((await list()).data.total).toBe(0)
    expect((await student.call('DELETE /card-packs/:id/favorite', { id: tang.packId })).code).toBe(2000)
  })

  it('refuse a page that is none', async () => {
    expect((await list({ page: 0 })).status).toBe(422)
    expect((await list({ limit: 51 })).status).toBe(422)
  })
})

describe('GET /categories-tree', () => {
  it('counts public packs below each grade, subject and knowledge point', async () => {
    await insertPrivatePack(student.studentId)
    const { data } = await server.call('GET /categories-tree')
    const grade = data.grades.find(({ id }) => id === 'g10')!
    expect(grade).toEqual({
      id: 'g10',
      name: '高一',
      stage: '高中',
      packCount: 1,
      subjects: [
        {
          id: 'shuxue',
          name: '数学',
          packCount: 1,
          knowledgePoints: [{ id: 'dingli', name: '定理', packCount: 1 }],
        },
      ],
    })
  })

  it('leaves out a pack that left the library, under a new version', async () => {
    const before = await server.call('GET /categories-tree')
    await withoutTang()
    server.clock.advance(2000)
    const after = await server.call('GET /categories-tree')
    const yuwen = (answer: typeof before) =>
      answer.data.grades.flatMap(({ subjects }) => subjects).filter(({ id }) => id === 'yuwen')
    expect(yuwen(before)).toHaveLength(1)
    expect(yuwen(after)).toHaveLength(0)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
  })
})
