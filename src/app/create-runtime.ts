import { clearAccessToken, readAccessToken, writeAccessToken } from '#src/api/access-token.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { apiOnDemand } from '#src/api/on-demand.ts'
import { createChanges } from '#src/offline/changes.ts'
import { comeBack, leave } from '#src/offline/leaving.ts'
import type { CallItem } from '#src/offline/schema.ts'
import { randomUuid } from '#src/offline/uuid.ts'
import { failureDisplay, messageOf } from '#src/queries/failure.ts'
import type { Runtime } from '#src/queries/runtime.ts'
import { createSessionStore } from '#src/queries/session/session-store.ts'
import { chunkLoadTimeoutMs } from '#contract/constants.ts'
import { createEvent } from '#src/lib/event.ts'
import { afterPaint } from '#src/lib/first-paint.ts'
import { loadChunk } from '#src/lib/load-chunk.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'
import type { createDeviceAccounts as CreateDeviceAccounts } from './device-accounts.ts'
import { accountIdKey, endedAccountKey } from './device-keys.ts'
import { forgetFirstFrame } from './query-client.ts'

const watchLeaving = (): void => {
  addEventListener('pagehide', (event) => leave(event.persisted))
  addEventListener('pageshow', comeBack)
}

/** For the next start, in case this page is left before the account is sealed. */
const noteEnded = (accountId: string): void => {
  try {
    localStorage.setItem(endedAccountKey, accountId)
  } catch {
    // The storage is full: the session ends all the same.
  }
}

/** The page's own parts, put together once. */
export function createRuntime(): Runtime {
  watchLeaving()
  const session = createSessionStore({
    readToken: readAccessToken,
    writeToken: writeAccessToken,
    clearToken: clearAccessToken,
    readAccountId: () => localStorage.getItem(accountIdKey),
    writeAccountId: (accountId) => localStorage.setItem(accountIdKey, accountId),
  })
  const changes = createChanges()
  /** Whose session the server is just ending. */
  let endedId: string | undefined
  const api = apiOnDemand(async () => {
    await afterPaint()
    const { createApi } = await import('#src/api/client.ts')
    return createApi({
      host: import.meta.env.VITE_API_HOST ?? '',
      accessToken: session.token,
      onSessionExpired: (failure) => {
        const now = session.get()
        // A page in the way of the server may say 401 too: what is left then waits behind /login.
        if (now.status === 'signed-in' && failure.kind === 'expected') {
          endedId = now.accountId
          noteEnded(endedId)
        }
        session.ended()
        endedId = undefined
        // As the action that failed would say it: the same words of the same kind are shown once.
        showToast(failureDisplay(failure)?.tone ?? 'error', messageOf(failure))
      },
    })
  })

  const callReplied = createEvent<[item: CallItem, reply: unknown]>()
  // A refusal does not wait for listeners: before they are there, only a screen that waits for it has made the call.
  const refusalListeners = new Set<(item: CallItem, refusal: ApiError) => void>()
  let deviceAccounts: ReturnType<typeof CreateDeviceAccounts> | undefined

  const onDevice = async () => {
    await afterPaint()
    const { createDeviceAccounts } = await loadChunk(() => import('./device-accounts.ts'), {
      budgetMs: chunkLoadTimeoutMs,
    })
    deviceAccounts ??= createDeviceAccounts({
      api,
      changes,
      session,
      onCallReply: callReplied.tell,
      onCallRefused: (item, refusal) => refusalListeners.forEach((listener) => listener(item, refusal)),
    })
    return deviceAccounts
  }
  const isSignedOut = (): boolean => session.get().status === 'signed-out'
  session.subscribe(() => {
    callReplied.forget()
    const ended = endedId
    if (isSignedOut()) void onDevice().then((device) => device.endSessions(ended))
  })
  if (isSignedOut() && session.lastAccountId() !== null)
    void onDevice().then((device) => device.finishSessions())

  return {
    api,
    session,
    changes,
    account: async (accountId) => (await onDevice()).account(accountId),
    accountsHere: async () => (await onDevice()).accountsHere(),
    keepSession: async (accountId, token) => (await onDevice()).keepSession(accountId, token),
    dropSession: async (accountId) => (await onDevice()).dropSession(accountId),
    onCallReply: callReplied.listen,
    onCallRefused: (listener) => {
      refusalListeners.add(listener)
      return () => refusalListeners.delete(listener)
    },
    forgetFirstFrame,
    clock: Date.now,
    newId: randomUuid,
    deviceName: async () => (await import('#src/device/device-name.ts')).deviceName(),
  }
}
