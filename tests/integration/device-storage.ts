import 'fake-indexeddb/auto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb'

/**
 * Several devices in one process: each has IndexedDB databases of its own. The code under test opens them
 * through the global `indexedDB`, which here leads to the device in whose name the code runs, also when
 * devices work at the same time.
 */
type Storage = { factory: IDBFactory; broken: Map<string, number>; open: Map<string, Set<IDBDatabase>> }

const newStorage = (): Storage => ({ factory: new IDBFactory(), broken: new Map(), open: new Map() })
const runningOn = new AsyncLocalStorage<Storage>()
const nobody = newStorage()
const here = (): Storage => runningOn.getStore() ?? nobody

const openHere = (name: string, version?: number): IDBOpenDBRequest => {
  const { factory, broken, open } = here()
  const left = broken.get(name) ?? 0
  if (left > 0) {
    broken.set(name, left - 1)
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  }
  const request = factory.open(name, version)
  request.addEventListener('success', () => {
    const connections = open.get(name) ?? new Set()
    connections.add(request.result)
    open.set(name, connections)
  })
  return request
}

globalThis.indexedDB = {
  open: openHere,
  deleteDatabase: (name: string) => here().factory.deleteDatabase(name),
  databases: () => here().factory.databases(),
  cmp: (first: unknown, second: unknown) => here().factory.cmp(first, second),
}

export type DeviceStorage = {
  /** Runs work on this device, with all that it starts. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** The browser loses its connections to a database, and so many openings of it fail. */
  breakOpening: (name: string, times: number) => void
  /** Every database opens again. */
  mend: () => void
}

export function createDeviceStorage(): DeviceStorage {
  const own = newStorage()
  return {
    run: (work) => runningOn.run(own, work),
    breakOpening: (name, times) => {
      own.broken.set(name, times)
      for (const connection of own.open.get(name) ?? []) forceCloseDatabase(connection as never)
      own.open.delete(name)
    },
    mend: () => own.broken.clear(),
  }
}

/** Another version of the app opens a database, changes it and goes. */
export function changeDatabase(
  name: string,
  change: (database: IDBDatabase, version: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const first = indexedDB.open(name)
    first.addEventListener('error', () => reject(first.error ?? new Error(name)))
    first.addEventListener('success', () => {
      const version = first.result.version + 1
      first.result.close()
      const newer = indexedDB.open(name, version)
      newer.addEventListener('upgradeneeded', () => change(newer.result, version))
      newer.addEventListener('error', () => reject(newer.error ?? new Error(name)))
      newer.addEventListener('success', () => {
        newer.result.close()
        resolve()
      })
    })
  })
}
