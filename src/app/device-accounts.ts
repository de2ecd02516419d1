import i18next from 'i18next'
import { chunkLoadTimeoutMs } from '#contract/constants.ts'
import { freeSpace } from '#src/device/storage-quota.ts'
import { textByKey } from '#src/device/text-by-key.ts'
import { loadChunk } from '#src/lib/load-chunk.ts'
import type { Account, AccountDeps } from '#src/offline/account.ts'
import { listAccounts, writeAccount } from '#src/offline/accounts.ts'
import { randomUuid } from '#src/offline/uuid.ts'
import type { SessionStore } from '#src/queries/session/session-store.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'
import { requestBackgroundSync } from './request-background-sync.ts'
import { endedAccountKey, sessionIdKey } from './device-keys.ts'
import { forgetFirstFrame } from './query-client.ts'

const setAsideToastMs = 8_000

type FromThePage = Pick<AccountDeps, 'api' | 'changes' | 'onCallReply' | 'onCallRefused'> & {
  session: SessionStore
}

/** The accounts of this device, opened at their first use. The first frame needs none of it. */
export function createDeviceAccounts({ session, ...page }: FromThePage) {
  const accounts = new Map<string, Promise<Account>>()

  const offline = () =>
    loadChunk(() => Promise.all([import('#src/offline/account.ts'), import('#src/offline/wipe.ts')]), {
      budgetMs: chunkLoadTimeoutMs,
    })

  /** A sign-out that a closed tab cut short is ended before anything is read; its session must not go on. */
  const endSignOuts = async (): Promise<void> => {
    const [, { finishWipes }] = await offline()
    const wiped = await finishWipes().catch((error: unknown): string[] => {
      console.error('a sign-out is not ended yet', error)
      return []
    })
    const current = session.get()
    if (current.status === 'signed-in' && wiped.includes(current.accountId)) session.ended()
    wiped.forEach(forgetFirstFrame)
  }

  const open = async (accountId: string): Promise<Account> => {
    await endSignOuts()
    const [{ openAccount }] = await offline()
    const isSignedIn = (): boolean => session.isSignedIn(accountId)
    return openAccount(accountId, {
      ...page,
      // What the server said to a student who has left since is not for the next one.
      onCallReply: (...details) => {
        if (isSignedIn()) page.onCallReply(...details)
      },
      onCallRefused: (...details) => {
        if (isSignedIn()) page.onCallRefused(...details)
      },
      secondPlace: textByKey,
      onSetAside: () => showToast('warn', i18next.t('setAside'), setAsideToastMs),
      freeSpace,
      requestBackgroundSync,
      withCalls: isSignedIn,
      locks: navigator.locks,
      appVersion: __APP_VERSION__,
      now: Date.now,
      utcOffsetMinutes: () => -new Date().getTimezoneOffset(),
      random: Math.random,
      newId: randomUuid,
      log: (message, error) => console.error(message, error),
    })
  }

  const account = (accountId: string): Promise<Account> => {
    const known = accounts.get(accountId)
    if (known) return known
    const opening = open(accountId).catch((error: unknown) => {
      accounts.delete(accountId)
      throw error
    })
    accounts.set(accountId, opening)
    return opening
  }

  const writeSession = async (
    accountId: string,
    kept: { id: string; token: string } | null,
  ): Promise<void> => {
    await writeAccount(accountId, { session: kept })
  }

  /** A sign-in that follows at once waits for it. */
  let ending: Promise<unknown> = Promise.resolve()
  const endLater = (work: () => Promise<unknown>): void => {
    ending = ending
      .then(work)
      .catch((error: unknown) => console.error('what is left is sealed at the next start', error))
  }
  /** Seals whose session the server has ended, unless they are back. */
  const sealEnded = async (accountId = textByKey.read(endedAccountKey)): Promise<void> => {
    if (accountId === null || session.isSignedIn(accountId)) return
    forgetFirstFrame(accountId)
    await (await account(accountId)).wipe()
    textByKey.remove(endedAccountKey)
  }

  return {
    /** A page was left before it had done what the end of a session asks for: for a start with no one signed in. */
    finishSessions: (): void =>
      endLater(async () => {
        await endSignOuts()
        await sealEnded()
      }),
    /** However the session ended, it must not come back at the next start. */
    endSessions: (endedId?: string): void =>
      endLater(async () => {
        await sealEnded(endedId)
        for (const row of await listAccounts()) if (row.session) await writeSession(row.accountId, null)
      }),
    account: async (accountId: string): Promise<Account> => {
      await ending
      return account(accountId)
    },
    accountsHere: async (): Promise<string[]> => {
      await ending
      return (await listAccounts().catch(() => [])).map(({ accountId }) => accountId)
    },
    keepSession: async (accountId: string, token: string): Promise<void> => {
      const id = randomUuid()
      // Signing in works without: a device that does not take it may only lose the session in a kill.
      await writeSession(accountId, { id, token }).catch(() => undefined)
      textByKey.write(sessionIdKey, id)
      textByKey.remove(endedAccountKey)
    },
    dropSession: (accountId: string): Promise<void> => writeSession(accountId, null).catch(() => undefined),
  }
}
