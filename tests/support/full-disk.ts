import 'fake-indexeddb/auto'

/**
 * A disk without room: every write that adds something ends its transaction with a QuotaExceededError, as
 * browsers do; deletions still work.
 */

type Aborting = IDBTransaction & { _abort: (errorName: string) => void }

const ending = new WeakSet<IDBTransaction>()
const original = { add: IDBObjectStore.prototype.add, put: IDBObjectStore.prototype.put }

/** @param only stores that are full; all when absent @returns makes room again */
export function fillDisk(only?: readonly string[]): () => void {
  for (const name of ['add', 'put'] as const) {
    IDBObjectStore.prototype[name] = function write(this: IDBObjectStore, ...args: [unknown, IDBValidKey?]) {
      const request = original[name].apply(this, args)
      const transaction = this.transaction as Aborting
      if ((!only || only.includes(this.name)) && !ending.has(transaction)) {
        ending.add(transaction)
        queueMicrotask(() => transaction._abort('QuotaExceededError'))
      }
      return request
    }
  }
  return () => Object.assign(IDBObjectStore.prototype, original)
}
