import type { Page } from '@playwright/test'
import type { JournalAnswer, OutboxItem } from '#src/offline/schema.ts'

/** What the phone itself holds, read past the app's code: the witness of what was shown as given. */
export type DeviceData = {
  accountId: string
  token: string | null
  journal: JournalAnswer[]
  outbox: OutboxItem[]
}

/** Runs in the page, so it knows nothing but its argument. */
const read = async (): Promise<DeviceData | null> => {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = names.find((candidate) => candidate.startsWith('zhika:'))
  if (!name) return null
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')))
  })
  const all = <T>(store: string): Promise<T[]> =>
    new Promise((resolve, reject) => {
      const request = database.transaction(store).objectStore(store).getAll()
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error(`${store} was not read`)))
    })
  const [journal, outbox] = await Promise.all([all<JournalAnswer>('journal'), all<OutboxItem>('outbox')])
  database.close()
  return {
    accountId: name.slice('zhika:'.length),
    token: localStorage.getItem('access_token'),
    journal,
    outbox,
  }
}

/**
 * @param page any page of the app's origin
 * @throws Error when no student has signed in on this phone
 */
export const deviceData = async (page: Page): Promise<DeviceData> => {
  const data = await page.evaluate(read)
  if (!data) throw new Error('this phone holds no account')
  return data
}

/** Leaves the sender's lease of a tab that died just now, as browsers without Web Locks have it. */
export const leaveLeaseOfDeadTab = async (page: Page): Promise<void> => {
  const { accountId } = await deviceData(page)
  await page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')))
    })
    const transaction = database.transaction('meta', 'readwrite')
    transaction.objectStore('meta').put({ owner: 'a tab that died', expiresAt: Date.now() + 12_000 }, 'lease')
    await new Promise<void>((resolve) => transaction.addEventListener('complete', () => resolve()))
    database.close()
  }, `zhika:${accountId}`)
}
