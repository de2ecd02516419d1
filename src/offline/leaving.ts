/**
 * A page that is left may be frozen with all that it has begun. WebKit then keeps the locks of its transactions, and
 * no page of this origin writes any more. So nothing is begun while the page is left, and what is under way is taken
 * back; it is done again when the page comes back. An answer is in a second place by then (`unsent.ts`).
 */

const running = new Set<IDBTransaction>()
const connections = new Set<IDBDatabase>()
let away: { until: Promise<void>; end: () => void } | null = null

/** Every connection is made known here before its first use. */
export function watchConnection(connection: IDBDatabase): void {
  connections.add(connection)
  const close = connection.close.bind(connection)
  connection.close = () => {
    connections.delete(connection)
    close()
  }
  const begin = connection.transaction.bind(connection)
  connection.transaction = (...given) => {
    const transaction = begin(...given)
    running.add(transaction)
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => running.delete(transaction))
    return transaction
  }
}

/** Resolves at once unless the page is being left. To be awaited before each transaction. */
export async function whenHere(): Promise<void> {
  return away?.until
}

/** The page is being left. @param mayReturn frozen, not ended: what is under way would hold its locks */
export function leave(mayReturn: boolean): void {
  if (away === null) {
    let end = (): void => {}
    const until = new Promise<void>((resolve) => {
      end = resolve
    })
    away = { until, end }
  }
  if (!mayReturn) return
  for (const transaction of running) {
    try {
      transaction.abort()
    } catch {
      // It has ended already.
    }
  }
  for (const connection of connections) connection.close()
  connections.clear()
}

/** The page is here again. */
export function comeBack(): void {
  away?.end()
  away = null
}
