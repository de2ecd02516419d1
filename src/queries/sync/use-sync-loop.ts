import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '../account.ts'
import { takeLateReply } from './late-replies.ts'
import { useRuntime, type Runtime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'
import { createSyncLoop, type SyncLoop } from './sync-loop.ts'

/** @returns stops listening */
const listenToThePage = (loop: SyncLoop): (() => void) => {
  const onVisibility = (): void => (document.visibilityState === 'visible' ? loop.onReturn() : loop.onHide())
  window.addEventListener('online', loop.onOnline)
  window.addEventListener('pageshow', loop.onReturn)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('online', loop.onOnline)
    window.removeEventListener('pageshow', loop.onReturn)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Local storage may have lost the first frame's slice, and with it how the student studies. */
const restoreProfile = async (runtime: Runtime, client: QueryClient, accountId: string): Promise<void> => {
  const { queryKey } = profileQuery(runtime.api)
  if (client.getQueryData(queryKey) !== undefined) return
  const kept = await (await runtime.account(accountId)).profile()
  if (kept && client.getQueryData(queryKey) === undefined)
    client.setQueryData(queryKey, kept, { updatedAt: 1 })
}

/** Call once, below the account's client. @param savesData see `createSyncLoop` */
export function useSyncLoop(savesData: () => boolean): void {
  const runtime = useRuntime()
  const client = useQueryClient()
  const accountId = useAccountId()

  useEffect(() => {
    if (accountId === '') return
    void restoreProfile(runtime, client, accountId).catch(() => undefined)
    const loop = createSyncLoop({ runtime, client, accountId, savesData })
    const stopListening = listenToThePage(loop)
    const stopReplies = runtime.onCallReply((item, reply) => takeLateReply(runtime.api, client, item, reply))
    // The colours of a declined theme stand in the stored profile: the server says which are right.
    const stopRefusals = runtime.onCallRefused(({ coalesceKey }) => {
      if (coalesceKey === 'theme') void client.invalidateQueries({ queryKey: ['profile'] })
    })
    const stopChanges = runtime.changes.listen(({ accountId: changed, change }) => {
      if (changed !== accountId) return
      if (change === 'signed-out') return runtime.session.ended()
      if (change === 'outbox') loop.onWaiting()
      void client.invalidateQueries({ queryKey: ['today-plan'] })
    })
    loop.onReturn()
    return () => {
      loop.stop()
      stopListening()
      stopReplies()
      stopRefusals()
      stopChanges()
    }
  }, [accountId, client, runtime, savesData])
}
