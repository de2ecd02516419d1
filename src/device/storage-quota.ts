/** Cache Storage that the app needs to start; everything else in it can be fetched again. */
const isPrecache = (name: string): boolean => name.includes('precache')

/** Throws away what can be fetched again, so that what cannot has room. */
export async function freeSpace(): Promise<void> {
  if (typeof caches === 'undefined') return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !isPrecache(name)).map((name) => caches.delete(name)))
}

/** Asks the browser not to evict this site's data. Browsers answer by themselves or by asking the user. */
export async function keepStorage(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false
}
