import { createApi } from '#src/api/client.ts'
import { fetchStrokes } from '#src/api/stroke-files.ts'
import { openAccount, type Account, type AccountDeps } from '#src/offline/account.ts'
import { accountDatabase, type AccountDatabase } from '#src/offline/database.ts'
import { noSecondPlace } from '#src/offline/unsent.ts'
import { placeOf } from '#tests/support/text-place.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { createDeviceStorage, type DeviceStorage } from './device-storage.ts'
import { createNetwork, type Arrival, type Network } from './network.ts'
import { createDeviceLocks } from '#tests/support/device-locks.ts'

/** A phone or tablet with its storage, clock and locks, and the tabs and workers that run on it. */

export type Tab = {
  account: Account
  network: Network
  api: ReturnType<typeof createApi>
  /** How its session ended: `told` by the server in its own words, or by an answer of whoever that was. */
  end: 'told' | 'bare' | null
  /** Keys of the calls that it heard to be declined. */
  refused: Set<string>
}

export type Device = Omit<DeviceStorage, 'run'> & {
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Milliseconds by which its clock is ahead of the server's. */
  clockErrorMs: number
  now: () => number
  /** A page: it has a session. */
  openPage: (studentId: string, token: string | null) => Tab
  /** What a page opens for another student who was signed in here. */
  openOther: (studentId: string) => Tab
  /** A service worker: it has neither session nor second place. */
  openWorker: (studentId: string) => Tab
  /** The tab is gone, with all that it was doing. */
  kill: (tab: Tab) => void
  /** The stored data itself, past the app. */
  database: (studentId: string) => AccountDatabase
  /** What a page keeps in local storage. */
  texts: Map<string, string>
  log: string[]
}

export type DeviceOptions = {
  server: TestServer
  withLocks: boolean
  newId: () => string
  utcOffsetMinutes?: number
  /** See `AccountDeps`. */
  retryAfterMs?: readonly number[]
  onCallReply?: AccountDeps['onCallReply']
  /** Told of each request that the server has answered, and whether the tab hears of it whole. */
  onArrival?: (tab: Tab, arrival: Arrival, isHeard: boolean) => void
}

type Kind = 'page' | 'other' | 'worker'

export function createDevice({
  server,
  withLocks,
  newId,
  utcOffsetMinutes = 480,
  retryAfterMs,
  onArrival = () => {},
  onCallReply = () => {},
}: DeviceOptions): Device {
  const { run, ...storage } = createDeviceStorage()
  const locks = createDeviceLocks()
  const texts = new Map<string, string>()
  const log: string[] = []

  const open = (studentId: string, token: string | null, kind: Kind): Tab => {
    const tab = { end: null, refused: new Set() } as unknown as Tab
    const network = createNetwork(server.app, {
      now: server.clock.now,
      onArrival: (arrival, isHeard) => onArrival(tab, arrival, isHeard),
    })
    const api = createApi({
      host: '',
      accessToken: () => token,
      onSessionExpired: ({ kind: failure }) => {
        tab.end = failure === 'expected' ? 'told' : 'bare'
      },
      fetch: network.fetch,
    })
    const account = openAccount(studentId, {
      api,
      fetchStrokes: (character, options) => fetchStrokes(character, { ...options, fetch: network.fetch }),
      changes: { announce: () => {}, listen: () => () => {} },
      secondPlace: kind === 'worker' ? noSecondPlace : placeOf(texts),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      onSetAside: () => log.push('set aside'),
      freeSpace: () => Promise.resolve(),
      requestBackgroundSync: () => Promise.resolve(),
      withCalls: () => kind === 'page' && tab.end === null,
      locks: withLocks ? locks.of(tab) : undefined,
      appVersion: '1',
      now: () => device.now(),
      utcOffsetMinutes: () => utcOffsetMinutes,
      random: () => 0.5,
      newId,
      onCallReply,
      onCallRefused: ({ coalesceKey }) => tab.refused.add(coalesceKey),
      log: (message, error) => log.push(`${message}: ${String(error)}`),
    })
    return Object.assign(tab, { account, network, api })
  }

  const device: Device = {
    ...storage,
    run,
    clockErrorMs: 0,
    now: () => server.clock.now().getTime() + device.clockErrorMs,
    openPage: (studentId, token) => open(studentId, token, 'page'),
    openOther: (studentId) => open(studentId, null, 'other'),
    openWorker: (studentId) => open(studentId, null, 'worker'),
    kill: locks.release,
    database: accountDatabase,
    texts,
    log,
  }
  return device
}
