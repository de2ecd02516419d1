import { clearAccessToken, readAccessToken, writeAccessToken } from '#src/api/access-token.ts'
import { apiOnDemand } from '#src/api/on-demand.ts'
import type { Account } from '#src/offline/account.ts'
import { createChanges } from '#src/offline/changes.ts'
import type { CallItem } from '#src/offline/schema.ts'
import { randomUuid } from '#src/offline/uuid.ts'
import type { GivenAnswer } from '#src/offline/record.ts'
import type { Runtime } from '#src/queries/runtime.ts'
import { createSessionStore } from '#src/queries/session-store.ts'
import { chunkLoadTimeoutMs } from '#contract/constants.ts'
import { deviceName } from '#src/device/device-name.ts'
import { freeSpace } from '#src/device/storage-quota.ts'
import { requestBackgroundSync } from './background-sync.ts'
import { afterPaint } from '#src/lib/first-paint.ts'
import { loadChunk } from '#src/lib/load-chunk.ts'
import { showToast } from '#src/ui/toast-store.ts'
import { accountIdKey } from './device-keys.ts'
import { forgetBoot } from './query-client.ts'

const emergencyKey = (accountId: string): string => `zhika_emergency:${accountId}`

/** The page's own parts, put together once. */
export const createRuntime = (): Runtime => {
  const session = createSessionStore({
    readToken: readAccessToken,
    writeToken: writeAccessToken,
    clearToken: clearAccessToken,
    readAccountId: () => localStorage.getItem(accountIdKey),
    writeAccountId: (accountId) => localStorage.setItem(accountIdKey, accountId),
  })
  const changes = createChanges()
  const api = apiOnDemand(async () => {
    await afterPaint()
    const { createApi } = await import('#src/api/client.ts')
    return createApi({
      host: import.meta.env.VITE_API_HOST ?? '',
      accessToken: session.token,
      onSessionExpired: ({ message }) => {
        // A late answer to whoever has signed out is no news.
        if (session.token() === null) return
        session.ended()
        showToast('error', message)
      },
    })
  })

  const replyListeners = new Set<(item: CallItem, reply: unknown) => void>()
  const accounts = new Map<string, Promise<Account>>()

  /** A sign-out that a closed tab cut short is ended before anything is read; its session must not go on. */
  const endSignOuts = async (finishWipes: () => Promise<string[]>): Promise<void> => {
    const wiped = await finishWipes().catch((error: unknown): string[] => {
      console.error('a sign-out is not ended yet', error)
      return []
    })
    const current = session.get()
    if (current.status === 'signed-in' && wiped.includes(current.accountId)) session.ended()
    wiped.forEach(forgetBoot)
  }

  const open = async (accountId: string): Promise<Account> => {
    await afterPaint()
    const load = () => Promise.all([import('#src/offline/account.ts'), import('#src/offline/wipe.ts')])
    const [{ openAccount }, { finishWipes }] = await loadChunk(load, { budgetMs: chunkLoadTimeoutMs })
    await endSignOuts(finishWipes)
    return openAccount(accountId, {
      api,
      changes,
      slot: {
        read: (id) => JSON.parse(localStorage.getItem(emergencyKey(id)) ?? '[]') as GivenAnswer[],
        write: (id, answers) => {
          if (answers.length === 0) localStorage.removeItem(emergencyKey(id))
          else localStorage.setItem(emergencyKey(id), JSON.stringify(answers))
        },
      },
      freeSpace,
      requestBackgroundSync,
      withCalls: true,
      locks: navigator.locks,
      appVersion: __APP_VERSION__,
      now: Date.now,
      utcOffsetMinutes: () => -new Date().getTimezoneOffset(),
      random: Math.random,
      newId: randomUuid,
      log: (message, error) => console.error(message, error),
      onCallReply: (item, reply) => replyListeners.forEach((listener) => listener(item, reply)),
    })
  }

  return {
    api,
    session,
    changes,
    account: (accountId) => {
      const known = accounts.get(accountId)
      if (known) return known
      const opening = open(accountId).catch((error: unknown) => {
        accounts.delete(accountId)
        throw error
      })
      accounts.set(accountId, opening)
      return opening
    },
    onCallReply: (listener) => {
      replyListeners.add(listener)
      return () => replyListeners.delete(listener)
    },
    forgetBoot,
    clock: Date.now,
    newId: randomUuid,
    deviceName,
  }
}
