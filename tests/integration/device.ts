import { createApi } from '#src/api/client.ts'
import { fetchStrokes } from '#src/api/stroke-files.ts'
import { openAccount, type Account } from '#src/offline/account.ts'
import { accountDatabase, type AccountDatabase } from '#src/offline/database.ts'
import type { GivenAnswer } from '#src/offline/record.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { createDeviceStorage } from './device-storage.ts'
import { createNetwork, type Network } from './network.ts'
import { createDeviceLocks } from '#tests/support/device-locks.ts'

/** A phone or tablet with its storage, clock and locks, and the tabs and workers that run on it. */

export type Tab = { account: Account; network: Network; api: ReturnType<typeof createApi> }

export type Device = {
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds by which its clock is ahead of the server's. */
  clockErrorMs: number
  now: () => number
  /** A page: it has a session. */
  openPage: (studentId: string, token: string | null) => Tab
  /** A service worker: it has none. */
  openWorker: (studentId: string) => Tab
  /** The tab is gone, with all that it was doing. */
  kill: (tab: Tab) => void
  /** The stored data itself, past the app. */
  database: (studentId: string) => AccountDatabase
  slot: Map<string, GivenAnswer[]>
  log: string[]
}

export type DeviceOptions = {
  server: TestServer
  withLocks: boolean
  newId: () => string
  utcOffsetMinutes?: number
}

export const createDevice = ({ server, withLocks, newId, utcOffsetMinutes = 480 }: DeviceOptions): Device => {
  const storage = createDeviceStorage()
  const locks = createDeviceLocks()
  const slot = new Map<string, GivenAnswer[]>()
  const log: string[] = []

  const open = (studentId: string, token: string | null, withCalls: boolean): Tab => {
    const network = createNetwork(server.app)
    const api = createApi({ host: '', accessToken: () => token, fetch: network.fetch })
    const tab = {} as Tab
    const account = openAccount(studentId, {
      api,
      fetchStrokes: (character, options) => fetchStrokes(character, { ...options, fetch: network.fetch }),
      changes: { announce: () => {}, listen: () => () => {} },
      slot: {
        read: (accountId) => slot.get(accountId) ?? [],
        write: (accountId, answers) => void slot.set(accountId, [...answers]),
      },
      freeSpace: () => Promise.resolve(),
      requestBackgroundSync: () => Promise.resolve(),
      withCalls,
      locks: withLocks ? locks.of(tab) : undefined,
      appVersion: '1',
      now: () => device.now(),
      utcOffsetMinutes: () => utcOffsetMinutes,
      random: () => 0.5,
      newId,
      onCallReply: () => {},
      log: (message, error) => log.push(`${message}: ${String(error)}`),
    })
    return Object.assign(tab, { account, network, api })
  }

  const device: Device = {
    run: storage.run,
    clockErrorMs: 0,
    now: () => server.clock.now().getTime() + device.clockErrorMs,
    openPage: (studentId, token) => open(studentId, token, true),
    openWorker: (studentId) => open(studentId, null, false),
    kill: locks.release,
    database: accountDatabase,
    slot,
    log,
  }
  return device
}
