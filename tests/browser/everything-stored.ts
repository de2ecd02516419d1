/** Runs in the page: every word of this origin that the device keeps, wherever it is. */
export async function everythingStored(): Promise<string> {
  const found: string[] = [
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    document.cookie,
  ]
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error(name)))
    })
    for (const store of database.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error(store)))
      })
      found.push(`${name} ${store} ${JSON.stringify(rows)}`)
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      if (request.url.includes('/assets/')) continue
      found.push(`${request.url} ${JSON.stringify([...request.headers])} ${(await response?.text()) ?? ''}`)
    }
  }
  return found.join('\n')
}
