import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { makeAnswer } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { createDeviceLocks } from '#tests/support/device-locks.ts'
import { createDevice, type Device } from './device.ts'
import { createNetwork, type Network } from './network.ts'

/** The worker's own code, with every tab closed, against the real server. */

let device: Device
let students: [TestStudent, TestStudent]
let network: Network

const server = await serverOfFile()
const pack = await server.insertPack({ cardCount: 3, previewCount: 3 })
beforeEach(async () => {
  // The worker has no clock but the machine's.
  server.clock.set(new Date())
  device = createDevice({ server, withLocks: true, newId: () => newId(Date.now()) })
  students = [await server.signIn(), await server.signIn()]
  network = createNetwork(server.app)
  vi.stubGlobal('__API_HOST__', '')
  vi.stubGlobal('__APP_VERSION__', '1')
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', { locks: createDeviceLocks().of({}) })
  vi.stubGlobal('fetch', network.fetch)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const student of students) await studyAndSignOut(student)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Two answers that could not go up before this student left the tablet. */
const studyAndSignOut = (student: TestStudent): Promise<void> =>
  device.run(async () => {
    const { account } = device.openPage(student.studentId, student.token)
    await account.keepTicket(student.login.uploadTicket)
    const sessionId = newId(1)
    for (const cardId of pack.cardIds.slice(0, 2)) {
      const answer = makeAnswer({ cardId, answeredAt: server.clock.now().toISOString() })
      await account.record({ packId: pack.packId, sessionId, answer })
    }
    await account.wipe()
    await account.close()
  })

const drainAll = async (): Promise<void> => {
  const { drainAllAccounts } = await import('#sw/outbox-sync.ts')
  return device.run(drainAllAccounts)
}
const answered = (student: TestStudent) =>
  student.call('GET /user-study/summary').then(({ data }) => data.totals.answers)

describe('the worker', () => {
  test('sends what waits of every account, each with its own ticket', async () => {
    await drainAll()
    expect(await Promise.all(students.map(answered))).toEqual([2, 2])
    expect(network.arrived).toHaveLength(2)
  })

  test('fails where something has to be tried later, so that the browser calls it again', async () => {
    network.meet(['none', 'offline'])
    await expect(drainAll()).rejects.toThrow('some study records still wait')
    expect((await Promise.all(students.map(answered))).toSorted()).toEqual([0, 2])
    await drainAll()
    expect(await Promise.all(students.map(answered))).toEqual([2, 2])
  })

  test('does not ask to be called again for an owner whose ticket was refused', async () => {
    network.meet(['upload_ticket_invalid'])
    await drainAll()
    expect((await Promise.all(students.map(answered))).toSorted()).toEqual([0, 2])
  })

  test('leaves nothing readable of who has signed out', async () => {
    await drainAll()
    for (const student of students) {
      await device.run(() =>
        device.database(student.studentId).use(async (connection) => {
          for (const store of ['states', 'days', 'journal', 'outbox'] as const)
            expect(await connection.count(store)).toBe(0)
          expect(await connection.get('meta', 'totals')).toBeUndefined()
        }),
      )
    }
  })
})
