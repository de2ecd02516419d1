import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { takeLateReply } from './late-replies.ts'
import { useRuntime } from './runtime.ts'
import { useAccountId } from './session-state.ts'
import { createSyncLoop, type SyncLoop } from './sync-loop.ts'

/** @returns stops listening */
const listenToThePage = (loop: SyncLoop): (() => void) => {
  const onVisibility = (): void => (document.visibilityState === 'visible' ? loop.onReturn() : loop.onHide())
  window.addEventListener('online', loop.onOnline)
  window.addEventListener('pageshow', loop.onReturn)
  window.addEventListener('pagehide', loop.onHide)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('online', loop.onOnline)
    window.removeEventListener('pageshow', loop.onReturn)
    window.removeEventListener('pagehide', loop.onHide)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Call once, below the account's client. @param savesData see `createSyncLoop` */
export const useBackground = (savesData: () => boolean): void => {
  const runtime = useRuntime()
  const client = useQueryClient()
  const accountId = useAccountId()

  useEffect(() => {
    if (accountId === '') return
    const loop = createSyncLoop({ runtime, client, accountId, savesData })
    const stopListening = listenToThePage(loop)
    const stopReplies = runtime.onCallReply((item, reply) => takeLateReply(client, item, reply))
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
      stopChanges()
    }
  }, [accountId, client, runtime, savesData])
}
