import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestServer, TestStudent } from '#tests/support/test-server.ts'
import { createDevice, type Device, type Tab } from './device.ts'

/** Packs on their way to a device, through real client code from the real server. */

let student: TestStudent
let pack: TestPack
let device: Device
let page: Tab

const server = await serverOfFile()
beforeEach(async () => {
  student = await server.signIn()
  pack = await server.insertPack({ cardCount: 120, previewCount: 3 })
  device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  page = device.openPage(student.studentId, student.token)
})

const head = () => ({ id: pack.packId, title: '唐诗', label: '唐诗', subject: { id: 'math', name: '数学' } })
const download = (options: Parameters<Tab['account']['download']>[1] = {}) =>
  device.run(() => page.account.download(head(), options))
const unlock = () => server.unlock(student.studentId, pack.packId)
const storedCards = () =>
  device.run(() =>
    device
      .database(student.studentId)
      .use((connection) =>
        connection.getAllFromIndex(
          'cards',
          'by-pack',
          IDBKeyRange.bound([pack.packId, 0], [pack.packId, Infinity]),
        ),
      ),
  )
const unseen = () =>
  device.run(() => device.database(student.studentId).use((connection) => connection.getAll('unseen')))
const asked = (): number[] =>
  page.network.arrived
    .filter(({ request }) => request.endsWith('/card-details'))
    .map(({ body }) => (body as { cardIds: string[] }).cardIds.length)

const changePack = (work: (db: TestServer['deps']['database']['db']) => Promise<unknown>) =>
  work(server.deps.database.db).then(() =>
    server.deps.database.db
      .updateTable('card_packs')
      .set({ catalogue_version: newId(Date.now()) })
      .where('id', '=', pack.packId)
      .execute(),
  )

describe('downloading a pack', () => {
  test('brings every card in the order of the catalogue, and counts along', async () => {
    await unlock()
    const progress: string[] = []
    await download({ onProgress: ({ done, total }) => progress.push(`${done}/${total}`) })
    expect((await storedCards()).map((card) => card.id)).toEqual(pack.cardIds)
    expect(progress).toEqual(['0/120', '50/120', '100/120', '120/120'])
    expect(await unseen()).toHaveLength(120)
    const row = await device.run(() => page.account.pack(pack.packId))
    expect(row).toMatchObject({ status: 'ready', cardCount: 120, title: '唐诗' })
    expect(row!.bytes).toBeGreaterThan(10_000)
  })

  test('that breaks in the middle keeps what came, and asks only for the rest', async () => {
    await unlock()
    const broken = download({
      onProgress: ({ done }) => {
        if (done === 50) page.network.meet(['offline'])
      },
    })
    await expect(broken).rejects.toMatchObject({ kind: 'network' })
    expect(await device.run(() => page.account.pack(pack.packId))).toMatchObject({ status: 'downloading' })
    expect(await storedCards()).toHaveLength(50)
    await download()
    expect(asked()).toEqual([50, 50, 20])
    expect(await storedCards()).toHaveLength(120)
  })

  test('again asks for no card', async () => {
    await unlock()
    await download()
    const before = asked().length
    await download()
    expect(asked()).toHaveLength(before)
  })

  test('stops when the caller aborts', async () => {
    await unlock()
    const controller = new AbortController()
    const stopped = download({
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done === 50) controller.abort(new DOMException('data saver', 'AbortError'))
      },
    })
    await expect(stopped).rejects.toThrow('data saver')
    expect(await storedCards()).toHaveLength(50)
  })

  test('of a locked pack brings its previews and says that it is locked', async () => {
    await expect(download()).rejects.toMatchObject({
      name: 'ApiError',
      code: 4031,
      message: '请先解锁这个卡包',
    })
    expect((await storedCards()).map((card) => card.id)).toEqual(pack.previewCardIds)
    expect(await device.run(() => page.account.pack(pack.packId))).toMatchObject({ status: 'downloading' })
  })

  test('that goes on while the student signs out leaves nothing behind', async () => {
    await unlock()
    let wiping: Promise<number> | undefined
    const late = download({
      onProgress: ({ done }) => {
        if (done === 50) wiping = device.run(() => page.account.wipe())
      },
    })
    await expect(late).rejects.toMatchObject({ name: 'SealedError' })
    await wiping
    expect(await storedCards()).toEqual([])
    expect(await unseen()).toEqual([])
  })
})

describe('a pack that changed', () => {
  beforeEach(async () => {
    await unlock()
    await download()
  })

  test('brings only the cards whose content changed', async () => {
    const changed = pack.cardIds[7]!
    await changePack((db) =>
      db.updateTable('cards').set({ hash: 'another', title: '新题' }).where('id', '=', changed).execute(),
    )
    await download()
    expect(asked().at(-1)).toBe(1)
    expect(await device.run(() => page.account.card(changed))).toMatchObject({
      title: '新题',
      hash: 'another',
      position: 7,
    })
    expect(await storedCards()).toHaveLength(120)
  })

  test('loses the cards that left it', async () => {
    const gone = pack.cardIds[3]!
    await changePack((db) =>
      db.updateTable('cards').set({ removed_at: server.clock.now() }).where('id', '=', gone).execute(),
    )
    await download()
    expect((await storedCards()).map((card) => card.id)).not.toContain(gone)
    expect((await unseen()).map((row) => row.cardId)).not.toContain(gone)
    expect(await device.run(() => page.account.pack(pack.packId))).toMatchObject({ cardCount: 119 })
  })

  test('moves the cards that changed their place, without asking for them', async () => {
    const before = asked().length
    const last = pack.cardIds.at(-1)!
    await changePack((db) => db.updateTable('cards').set({ position: 0 }).where('id', '=', last).execute())
    await download()
    expect(asked()).toHaveLength(before)
    expect((await storedCards())[0]!.id).toBe(last)
    expect((await unseen()).find((row) => row.cardId === last)).toMatchObject({ position: 0 })
  })

  test('stays studyable while its change is on the way', async () => {
    await changePack((db) =>
      db.updateTable('cards').set({ hash: 'another' }).where('pack_id', '=', pack.packId).execute(),
    )
    const broken = download({ onProgress: () => page.network.meet(['offline']) })
    await expect(broken).rejects.toMatchObject({ kind: 'network' })
    expect(await device.run(() => page.account.pack(pack.packId))).toMatchObject({ status: 'ready' })
    expect(await storedCards()).toHaveLength(120)
  })
})

describe('a pack on the device', () => {
  test('counts what was answered, without the network', async () => {
    await unlock()
    await download()
    const answer = {
      id: newId(1),
      cardId: pack.cardIds[0]!,
      rating: 4 as const,
      answeredAt: server.clock.now().toISOString(),
      utcOffsetMinutes: 480,
      durationMs: 1,
      mode: 'flip' as const,
      retention: 0.9,
    }
    await device.run(() => page.account.record({ packId: pack.packId, sessionId: newId(2), answer }))
    expect(await unseen()).toHaveLength(119)
    const far = '2027-11-20T00:00:00.000Z'
    expect(await device.run(() => page.account.progress(pack.packId, far))).toEqual({
      seen: 1,
      mastered: 0,
      due: 1,
    })
    expect(await device.run(() => page.account.cardProgress(pack.packId))).toEqual(
      new Map([[answer.cardId, 'seen']]),
    )
  })

  test('can be removed; answers and states stay', async () => {
    await unlock()
    await download()
    await device.run(() => page.account.removePack(pack.packId))
    expect(await storedCards()).toEqual([])
    expect(await unseen()).toEqual([])
    expect(await device.run(() => page.account.packs())).toEqual([])
  })

  test('stays away once it is removed, until it is asked for again', async () => {
    await unlock()
    await download()
    await device.run(() => page.account.removePack(pack.packId))
    expect(await device.run(() => page.account.keptAwayPacks())).toEqual([pack.packId])
    await download()
    expect(await device.run(() => page.account.keptAwayPacks())).toEqual([])
  })
})
