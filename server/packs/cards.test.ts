import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { plainText } from '#contract/text/card-text.ts'
import { smallLibrary, tangPack } from '#tests/support/library-files.ts'
import { jihe, loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

let student: TestStudent

const server = await serverOfFile()

beforeEach(async () => {
  await loadTestLibrary(server.deps)
  student = await server.signIn()
})

const unlockTang = () => student.call('POST /card-packs/:id/unlock', { id: tang.packId })

const insertPrivatePack = (ownerId: string) => server.insertPack({ ownerId, title: '我的笔记' })

describe('GET /card-packs/:id/card-catalogue', () => {
  const catalogue = () => server.call('GET /card-packs/:id/card-catalogue', { id: tang.packId })

  it('lists chapters and cards in order, to anybody', async () => {
    const { data } = await catalogue()
    expect(data.chapters.map(({ title, cards }) => [title, cards.map((card) => card.title)])).toEqual([
      ['五言绝句', ['静夜思 · 李白', '登鹳雀楼']],
      ['七言绝句', ['早发白帝城']],
    ])
    expect(data.chapters[0]!.cards[0]).toEqual({
      id: tang.previews[0],
      title: '静夜思 · 李白',
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      preview: true,
    })
  })

  it('answers 304 without a body until the pack changes', async () => {
    const { headers, data } = await catalogue()
    expect(headers).toMatchObject({
      etag: expect.stringMatching(new RegExp(`^W/"${data.version}-[\\w-]{6}"$`)),
      'cache-control': 'public, no-cache',
    })
    const again = () =>
      server.app.inject({
        url: `/api/client/card-packs/${tang.packId}/card-catalogue`,
        headers: { appname: 'zhika-h5', 'if-none-match': String(headers['etag']) },
      })
    expect(await again()).toMatchObject({ statusCode: 304, body: '' })
    await loadTestLibrary(server.deps, {
      ...smallLibrary,
      'packs/tang.yaml': tangPack.replace('back: 黄河入海流', 'back: 黄河入海流。'),
    })
    server.clock.advance(2001)
    expect((await again()).statusCode).toBe(200)
  })

  it('leaves out a card that left its pack', async () => {
    await loadTestLibrary(server.deps, {
      ...smallLibrary,
      'packs/tang.yaml': tangPack.slice(0, tangPack.indexOf('  - id: qijue')),
    })
    expect((await catalogue()).data.chapters.flatMap(({ cards }) => cards)).toHaveLength(2)
  })

  it('is shared, so it does not know private packs, not even for their owner', async () => {
    const { packId } = await insertPrivatePack(student.studentId)
    expect((await student.call('GET /card-packs/:id/card-catalogue', { id: packId })).code).toBe(4040)
  })
})

describe('POST /card-packs/:id/card-details', () => {
  const details = (cardIds: string[], packId: string = tang.packId, by = student) =>
    by.call('POST /card-packs/:id/card-details', { id: packId, cardIds })

  it('opens the previews of a locked pack and names the rest', async () => {
    const { data } = await details([tang.locked, tang.previews[1], tang.previews[0]])
    expect(data.cards.map(({ id }) => id)).toEqual([tang.previews[1], tang.previews[0]])
    expect(data.locked).toEqual([tang.locked])
    expect(plainText(data.cards[0]!.back)).toBe('黄河入海流')
  })

  it('opens everything once the pack is unlocked', async () => {
    await unlockTang()
    const { data } = await details([tang.locked])
    expect(data.locked).toEqual([])
    expect(data.cards[0]).toMatchObject({
      id: tang.locked,
      packId: tang.packId,
      title: '早发白帝城',
      tag: '名句',
    })
    expect(JSON.stringify(data.cards[0]!.explanation)).toContain('["math",{},["mrow",{},["mi",{},"x"]]]')
  })

  it('does not open a locked pack to another student', async () => {
    await unlockTang()
    const other = await server.signIn()
    expect((await details([tang.locked], tang.packId, other)).data).toEqual({
      cards: [],
      locked: [tang.locked],
    })
  })

  it('counts an id given twice once', async () => {
    expect((await details([tang.previews[0], tang.previews[0]])).data.cards).toHaveLength(1)
  })

  it('refuses ids of another pack and unknown ids', async () => {
    expect((await details([tang.previews[0], jihe.cards[0]])).code).toBe(4040)
    expect((await details([randomUUID()])).code).toBe(4040)
    expect((await details(['<script>'])).status).toBe(422)
    expect((await details([])).status).toBe(422)
  })

  it('takes two hundred ids and no more', async () => {
    const pack = await server.insertPack({ cardCount: 201, previewCount: 201 })
    expect((await details(pack.cardIds.slice(0, 200), pack.packId)).data.cards).toHaveLength(200)
    expect((await details(pack.cardIds, pack.packId)).status).toBe(422)
  })

  it('still gives a card that has just left its pack', async () => {
    await unlockTang()
    await loadTestLibrary(server.deps, {
      ...smallLibrary,
      'packs/tang.yaml': tangPack.slice(0, tangPack.indexOf('  - id: qijue')),
    })
    expect((await details([tang.locked])).data.cards).toHaveLength(1)
  })

  it('opens a private pack to its owner alone', async () => {
    const pack = await insertPrivatePack(student.studentId)
    const other = await server.signIn()
    expect((await details(pack.cardIds, pack.packId)).data.cards).toHaveLength(5)
    expect((await details(pack.cardIds, pack.packId, other)).code).toBe(4040)
  })
})
