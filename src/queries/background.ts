import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CardPack } from '#contract/packs.ts'
import type { Reply } from '#contract/api.ts'
import { useRuntime } from './runtime.ts'
import { useAccountId } from './session-state.ts'
import { createSyncLoop, type SyncLoop } from './sync-loop.ts'

/** Puts the server's word on a late call into the snapshots, so that the screen never jumps back. */
const takeCallReply = (client: QueryClient, endpoint: string, reply: unknown): void => {
  if (endpoint === 'PUT /profile') client.setQueryData(['profile'], reply)
  if (endpoint.endsWith('/favorite')) {
    const { packId, favorited } = reply as Reply<'POST /card-packs/:id/favorite'>
    client.setQueryData<CardPack>(['card-pack', packId], (pack) => pack && { ...pack, favorited })
    void client.invalidateQueries({ queryKey: ['favorites'] })
  }
}

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
    const stopReplies = runtime.onCallReply((item, reply) => takeCallReply(client, item.endpoint, reply))
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
