import 'fake-indexeddb/auto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { IDBFactory } from 'fake-indexeddb'

/**
 * Several devices in one process: each has IndexedDB databases of its own. The code under test opens them
 * through the global `indexedDB`, which here leads to the device in whose name the code runs, also when
 * devices work at the same time.
 */
const runningOn = new AsyncLocalStorage<IDBFactory>()
const nobody = new IDBFactory()
const factory = (): IDBFactory => runningOn.getStore() ?? nobody

globalThis.indexedDB = {
  open: (name: string, version?: number) => factory().open(name, version),
  deleteDatabase: (name: string) => factory().deleteDatabase(name),
  databases: () => factory().databases(),
  cmp: (first: unknown, second: unknown) => factory().cmp(first, second),
}

export type DeviceStorage = {
  /** Runs work on this device, with all that it starts. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

export const createDeviceStorage = (): DeviceStorage => {
  const own = new IDBFactory()
  return { run: (work) => runningOn.run(own, work) }
}
