import { readAccessToken, writeAccessToken } from '#src/api/access-token.ts'
import { textByKey } from '#src/device/text-by-key.ts'
import type { AccountRow } from '#src/offline/accounts.ts'
import { accountIdKey, sessionIdKey } from '../device-keys.ts'

/**
 * Browsers write local storage to the disk when they like: a session that has just begun may be gone after a kill.
 * It is kept in IndexedDB too, and comes back at a cold start, if local storage never heard of it. A token that is
 * missing though local storage knows its session was taken away on purpose, and stays away.
 */

/** A database that does not answer must not keep /login from being shown. */
const longestWaitMs = 1_000

/** Without the app's own code for databases, which comes later; and without making one. */
const readRows = (): Promise<AccountRow[]> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('zhika-accounts')
    const fail = (): void => reject(opening.error ?? new Error('no session is kept'))
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', fail)
    opening.addEventListener('success', () => {
      const connection = opening.result
      const reading = connection.transaction('accounts').objectStore('accounts').getAll()
      reading.addEventListener('success', () => resolve(reading.result as AccountRow[]))
      reading.addEventListener('error', fail)
      reading.transaction?.addEventListener('complete', () => connection.close())
    })
  })

const restore = async (): Promise<void> => {
  const row = (await readRows()).find(({ session, wipePending }) => session && !wipePending)
  if (!row?.session || textByKey.read(sessionIdKey) === row.session.id || readAccessToken() !== null) return
  textByKey.write(accountIdKey, row.accountId)
  writeAccessToken(row.session.token)
  textByKey.write(sessionIdKey, row.session.id)
}

/** Once at a cold start, before it is decided whether anybody is signed in. */
export async function restoreSession(): Promise<void> {
  if (readAccessToken() !== null || typeof indexedDB === 'undefined') return
  const enough = new Promise<void>((resolve) => setTimeout(resolve, longestWaitMs))
  await Promise.race([restore().catch(() => undefined), enough])
}
