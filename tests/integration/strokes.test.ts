import { beforeEach, describe, expect, test } from 'vitest'
import type { CardText } from '#contract/text/card-text.ts'
import { newId } from '#server/lib/new-id.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { createDevice, type Device, type Tab } from './device.ts'

/** How characters are written, on its way to a device with the cards that name them. */

let student: TestStudent
let pack: TestPack
let device: Device
let page: Tab

const plain = (text: string): CardText => [{ type: 'paragraph', children: [{ type: 'text', text }] }]
const write = (cardId: string, text: string) =>
  server.deps.database.db
    .updateTable('cards')
    .set({
      content: JSON.stringify({ front: plain(text), back: plain('看笔顺') }),
      hash: newId(Date.now()),
    })
    .where('id', '=', cardId)
    .execute()
const changePack = () =>
  server.deps.database.db
    .updateTable('card_packs')
    .set({ catalogue_version: newId(Date.now()) })
    .where('id', '=', pack.packId)
    .execute()

const server = await serverOfFile()
beforeEach(async () => {
  student = await server.signIn()
  pack = await server.insertPack({ cardCount: 4 })
  await server.unlock(student.studentId, pack.packId)
  await write(pack.cardIds[0]!, '永')
  await write(pack.cardIds[1]!, '「永」的笔顺')
  await write(pack.cardIds[2]!, '𠮷')
  await changePack()
  device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  page = device.openPage(student.studentId, student.token)
})

const download = (options: Parameters<Tab['account']['download']>[1] = {}) =>
  device.run(() =>
    page.account.download(
      { id: pack.packId, title: '识字', label: '识字', subject: { id: 'math', name: '数学' } },
      options,
    ),
  )
const strokesOf = async (index: number, text = '永') =>
  (await device.run(() => page.account.strokes({ id: pack.cardIds[index]!, front: plain(text) })))?.strokes
const asked = () =>
  page.network.arrived.map(({ request }) => request).filter((request) => request.includes('/strokes/'))
/** Whatever is asked from now on does not get through. */
const goOffline = () => page.network.meet(Array.from({ length: 20 }, () => 'offline' as const))

describe('the strokes of a pack', () => {
  test('come with its download, once for each character, and are there with no network', async () => {
    await download()
    expect(asked()).toEqual(['GET /strokes/6c38.json', 'GET /strokes/20bb7.json'])
    goOffline()
    expect((await strokesOf(0))?.strokes).toHaveLength(5)
    expect((await strokesOf(1))?.medians).toHaveLength(5)
    expect(await strokesOf(2, '𠮷')).toBeUndefined()
  })

  test('are not asked for again, nor is a character that nobody has drawn', async () => {
    await download()
    await download()
    expect(asked()).toHaveLength(2)
  })

  test.each(['offline', 'portal', 'internal', 'half'] as const)(
    'may fail to come (%s): the pack is whole all the same, and the next download brings them',
    async (fault) => {
      await download({
        onProgress: ({ done }) => {
          if (done === 4) page.network.meet([fault, fault])
        },
      })
      expect(await device.run(() => page.account.pack(pack.packId))).toMatchObject({ status: 'ready' })
      page.network.heal()
      await download()
      goOffline()
      expect((await strokesOf(0))?.strokes).toHaveLength(5)
    },
  )

  test('follow the card when it names another character', async () => {
    await download()
    await write(pack.cardIds[0]!, '九')
    await changePack()
    await download()
    goOffline()
    expect((await strokesOf(0, '九'))?.strokes).toHaveLength(2)
    expect((await strokesOf(1))?.strokes).toHaveLength(5)
  })

  test('count in what the pack takes, and go with it', async () => {
    let before = 0
    await download({
      onProgress: ({ done }) => {
        if (done === 4) page.network.meet(['offline', 'offline'])
      },
    })
    before = (await device.run(() => page.account.pack(pack.packId)))!.bytes
    page.network.heal()
    await download()
    expect((await device.run(() => page.account.pack(pack.packId)))!.bytes).toBeGreaterThan(before + 1000)
    await device.run(() => page.account.removePack(pack.packId))
    goOffline()
    await expect(strokesOf(0)).rejects.toMatchObject({ kind: 'network' })
  })
})

test('a card that is not on the device asks the server', async () => {
  expect((await strokesOf(0))?.strokes).toHaveLength(5)
  expect(await strokesOf(0, '𠮷')).toBeUndefined()
  expect(await strokesOf(0, '永远')).toBeUndefined()
})
