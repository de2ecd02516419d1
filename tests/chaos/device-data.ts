import type { Page } from '@playwright/test'
import type { JournalAnswer, OutboxItem } from '#src/offline/schema.ts'

/** What the phone itself holds, read past the app's code: the witness of what was shown as given. */
export type DeviceData = {
  accountId: string
  token: string | null
  journal: JournalAnswer[]
  outbox: OutboxItem[]
}

/**
 * Runs in the page, so it knows nothing but its argument.
 * @param wanted an account's id; without it, of the one who is signed in, or of the first that is found
 * @returns null when no such student has signed in there
 */
export async function readDevice(wanted?: string): Promise<DeviceData | null> {
  const prefix = 'zhika:'
  const names = (await indexedDB.databases())
    .map(({ name = '' }) => name)
    .filter((it) => it.startsWith(prefix))
  const owner = wanted ?? localStorage.getItem('zhika_account')
  const own = names.filter((name) => name.slice(prefix.length).split('~')[0] === owner)
  // A database that did not open was set aside for a later generation of it.
  const name = own.toSorted().at(-1) ?? (wanted === undefined ? names[0] : undefined)
  if (name === undefined) return null
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
    accountId: name.slice(prefix.length).split('~')[0] ?? '',
    token: localStorage.getItem('access_token'),
    journal,
    outbox,
  }
}

/**
 * @param page any page of the app's origin
 * @param accountId see `readDevice`
 * @throws Error when no student has signed in on this phone
 */
export async function deviceData(page: Page, accountId?: string): Promise<DeviceData> {
  const data = await page.evaluate(readDevice, accountId)
  if (!data) throw new Error('this phone holds no account')
  return data
}

/** Runs in the page. @returns how many rows each store of an account has that holds something readable; none: not named */
export async function readRowCounts(accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.includes(accountId)) continue
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error(name)))
    })
    for (const store of database.objectStoreNames) {
      // What is not sent yet stays, and `meta` says that the account is sealed.
      if (store === 'outbox' || store === 'meta') continue
      const count = await new Promise<number>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).count()
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error(store)))
      })
      if (count > 0) counts[`${name} ${store}`] = count
    }
    database.close()
  }
  return counts
}

/** The permission with which this device sends an account's study records. */
export function uploadTicketOf(page: Page, accountId: string): Promise<string> {
  return page.evaluate(async (id) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('zhika-accounts')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')))
    })
    const row = await new Promise<{ uploadTicket: { ticket: string } }>((resolve, reject) => {
      const request = database.transaction('accounts').objectStore('accounts').get(id)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('the account was not read')))
    })
    database.close()
    return row.uploadTicket.ticket
  }, accountId)
}
/** Leaves the sender's lease of a tab that died just now, as browsers without Web Locks have it. */
export async function leaveLeaseOfDeadTab(page: Page): Promise<void> {
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
