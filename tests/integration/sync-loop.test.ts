import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import type { Runtime } from '#src/queries/runtime.ts'
import { createSyncLoop } from '#src/queries/sync-loop.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createDevice } from './device.ts'

/** What a page does unasked while a student is signed in. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const openStudent = async () => {
  const student = await server.signIn()
  const { packId } = await server.insertPack({ cardCount: 3 })
  await server.unlock(student.studentId, packId)
  const device = createDevice({
    server,
    withLocks: false,
    newId: () => newId(server.clock.now().getTime()),
  })
  const { account, api } = device.openPage(student.studentId, student.token)
  const runtime: Runtime = {
    api,
    session: {} as Runtime['session'],
    changes: { announce: () => {}, listen: () => () => {} },
    account: async () => account,
    onCallReply: () => () => {},
    forgetBoot: () => {},
    clock: device.now,
    newId: () => newId(device.now()),
    deviceName: () => '平板',
  }
  const client = new QueryClient()
  const loop = createSyncLoop({ runtime, client, accountId: student.studentId, savesData: () => false })
  const isReady = () => device.run(async () => (await account.pack(packId))?.status === 'ready')
  return { student, packId, device, account, client, loop, isReady }
}

test('a page that was opened while another one was sending still gets the unlocked packs', async () => {
  const { student, device, client, loop, isReady } = await openStudent()

  await device.run(async () => {
    // A tab that was reloaded in the middle of sending leaves its turn behind, where there are no Web Locks.
    const turn = { owner: 'another tab', expiresAt: device.now() + 5000 }
    await device.database(student.studentId).use((connection) => connection.put('meta', turn, 'lease'))
    loop.onOnline()
  })
  await new Promise((later) => setTimeout(later, 500))
  expect(await isReady()).toBe(false)
  server.clock.advance(6000)
  await expect.poll(isReady).toBe(true)
  loop.stop()
  client.clear()
})

test('a page whose calls are beyond their limit still gets the unlocked packs', async () => {
  const { packId, device, account, client, loop, isReady } = await openStudent()
  await device.run(async () => {
    await account.enqueue('POST /card-packs/:id/favorite', { id: packId }, 'favorite')
    const until = device.now() + 3_600_000
    await device.database(account.id).use((connection) => connection.put('meta', until, 'callsRetryAt'))
    loop.onOnline()
  })
  await expect.poll(isReady).toBe(true)
  expect(await device.run(() => account.waitingCalls())).toHaveLength(1)
  loop.stop()
  client.clear()
})
