import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import type { Runtime } from '#src/queries/runtime.ts'
import { createSyncLoop } from '#src/queries/sync/sync-loop.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { makeAnswer } from '#tests/support/study-facts.ts'
import { listAccounts } from '#src/offline/accounts.ts'
import { createDevice } from './device.ts'

/** What a page does unasked while a student is signed in. */

const server = await serverOfFile()

const openStudent = async () => {
  const student = await server.signIn()
  const { packId } = await server.insertPack({ cardCount: 3 })
  await server.unlock(student.studentId, packId)
  const device = createDevice({
    server,
    withLocks: false,
    newId: () => newId(server.clock.now().getTime()),
  })
  const { account, api, network } = device.openPage(student.studentId, student.token)
  const runtime: Runtime = {
    api,
    session: {} as Runtime['session'],
    changes: { announce: () => {}, listen: () => () => {} },
    // Nobody else is signed in here: of the others only study records may go.
    account: async (id) => (id === account.id ? account : device.openWorker(id).account),
    onCallReply: () => () => {},
    accountsHere: async () => (await listAccounts()).map((row) => row.accountId),
    keepSession: async () => undefined,
    dropSession: async () => undefined,
    onCallRefused: () => () => {},
    forgetFirstFrame: () => {},
    clock: device.now,
    newId: () => newId(device.now()),
    deviceName: () => Promise.resolve('平板'),
  }
  const client = new QueryClient()
  const loop = createSyncLoop({ runtime, client, accountId: student.studentId, savesData: () => false })
  const isReady = () => device.run(async () => (await account.pack(packId))?.status === 'ready')
  const end = (): void => {
    loop.stop()
    client.clear()
  }
  return { student, packId, device, account, network, loop, isReady, end }
}

test('a page that was opened while another one was sending gets the unlocked packs meanwhile', async () => {
  const { student, device, loop, isReady, end } = await openStudent()

  await device.run(async () => {
    // A tab that was reloaded in the middle of sending leaves its turn behind, where there are no Web Locks.
    const turn = { owner: 'another tab', expiresAt: device.now() + 5000 }
    await device.database(student.studentId).use((connection) => connection.put('meta', turn, 'lease'))
    loop.onOnline()
  })
  await expect.poll(isReady).toBe(true)
  end()
})

test('a page whose calls and answers do not get through still gets the unlocked packs', async () => {
  const { packId, device, account, network, loop, isReady, end } = await openStudent()
  await device.run(async () => {
    await account.enqueue('POST /card-packs/:id/favorite', { id: packId }, 'favorite')
    network.meet(['internal'])
    loop.onOnline()
  })
  await expect.poll(isReady).toBe(true)
  expect(await device.run(() => account.waitingCalls())).toHaveLength(1)
  end()
})

test('a return with nothing new asks four questions, however many packs there are, and writes no pack', async () => {
  const { student, packId, device, account, network, loop, isReady, end } = await openStudent()
  const others = [await server.insertPack({ cardCount: 2 }), await server.insertPack({ cardCount: 2 })]
  for (const other of others) await server.unlock(student.studentId, other.packId)
  const countReady = () =>
    device.run(async () => (await account.packs()).filter((pack) => pack.hasStrokes).length)
  loop.onOnline()
  await expect.poll(countReady).toBe(3)
  expect(await isReady()).toBe(true)
  // The last thing that the first reception asks for.
  await expect.poll(() => network.arrived.at(-1)?.request ?? '').toContain('/statistics')
  const before = await device.run(() => account.packs())

  server.clock.advance(20_000)
  const known = network.arrived.length
  loop.onReturn()
  await expect.poll(() => network.arrived.slice(known).at(-1)?.request ?? '').toContain('/private-packs')
  const asked = network.arrived.slice(known).map(({ request }) => request.split('?')[0])
  expect(asked).toEqual([
    'GET /api/client/profile',
    'GET /api/client/user-study/summary',
    'GET /api/client/card-packs/unlocked',
    'GET /api/client/private-packs',
  ])
  expect(await device.run(() => account.packs())).toEqual(before)
  expect(before.map((pack) => pack.packId)).toContain(packId)
  end()
})

test('answers that were sealed at a sign-out go up while somebody else uses the device', async () => {
  const { packId, device, loop, end } = await openStudent()
  const other = await server.signIn()
  await server.unlock(other.studentId, packId)
  const [cardId = ''] = (
    await server.deps.database.db.selectFrom('cards').select('id').where('pack_id', '=', packId).execute()
  ).map(({ id }) => id)
  await device.run(async () => {
    const { account } = device.openPage(other.studentId, other.token)
    await account.keepTicket(other.login.uploadTicket)
    const answer = makeAnswer({ cardId, answeredAt: server.clock.now().toISOString() })
    await account.record({ packId, sessionId: newId(1), answer })
    await account.wipe()
    await account.close()
    loop.onReturn()
  })
  const totals = async () => (await other.call('GET /user-study/summary', {})).data.totals.answers
  await expect.poll(totals).toBe(1)
  const waiting = () =>
    device.run(() => device.database(other.studentId).use((connection) => connection.count('outbox')))
  await expect.poll(waiting).toBe(0)
  end()
})
