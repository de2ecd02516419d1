import { createApi } from '#src/api/client.ts'
import { listAccounts } from '#src/offline/accounts.ts'
import { openAccount } from '#src/offline/account.ts'
import { createChanges } from '#src/offline/changes.ts'
import { noSecondPlace } from '#src/offline/unsent.ts'
import { randomUuid } from '#src/offline/uuid.ts'

/** Sends what waits for every account of this device, with or without an open page. */

const changes = createChanges()

/** The worker has no session: each account's study records go up with its own ticket. */
const api = createApi({ host: __API_HOST__, accessToken: () => null })

const drainAccount = async (accountId: string): Promise<boolean> => {
  const account = openAccount(accountId, {
    api,
    changes,
    secondPlace: noSecondPlace,
    onSetAside: () => {},
    freeSpace: () => Promise.resolve(),
    requestBackgroundSync: () => Promise.resolve(),
    withCalls: () => false,
    locks: navigator.locks,
    appVersion: __APP_VERSION__,
    now: Date.now,
    utcOffsetMinutes: () => -new Date().getTimezoneOffset(),
    random: Math.random,
    newId: randomUuid,
    onCallReply: () => {},
    onCallRefused: () => {},
    log: (message, error) => console.error(message, error),
  })
  try {
    const outcome = await account.drain({ ignoreBackoff: true })
    return outcome.status !== 'later'
  } finally {
    await account.close()
  }
}

/**
 * @throws when something has to be tried later, so that the browser schedules the sync again
 */
export async function drainAllAccounts(): Promise<void> {
  const accounts = await listAccounts()
  const done = await Promise.all(accounts.map((account) => drainAccount(account.accountId)))
  if (done.includes(false)) throw new Error('some study records still wait')
}
