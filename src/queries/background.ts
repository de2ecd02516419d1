import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FavoriteReply, CardPack } from '#contract/packs.ts'
import type { Static } from 'typebox'
import type { Account } from '#src/offline/account.ts'
import { profileQuery } from './account.ts'
import { unlockedQuery } from './packs.ts'
import { startDownload } from './downloads.ts'
import { useRuntime, type Runtime } from './runtime.ts'
import { useSessionState } from './session-state.ts'

/**
 * What happens without being asked while a student is signed in: records go up, other devices' come
 * down, unlocked packs arrive. Runs after the first frame, at each return of the page or the network.
 */

const leastPauseMs = 10_000

type Loop = {
  /** Sends, then pulls. Calls while one runs are joined to it. */
  run: (options?: { now?: boolean }) => void
  stop: () => void
}

const createLoop = (
  runtime: Runtime,
  client: QueryClient,
  accountId: string,
  savesData: () => boolean,
): Loop => {
  let stopped = false
  let lastPullAt = 0
  let underWay: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let revived = false

  const renewTicket = async (account: Account): Promise<boolean> => {
    try {
      await account.keepTicket(await runtime.api.call('POST /auth/upload-ticket'))
      return true
    } catch {
      return false
    }
  }

  const send = async (account: Account): Promise<void> => {
    let outcome = await account.drain({ ignoreBackoff: true })
    if (outcome.status === 'blocked' && (await renewTicket(account)))
      outcome = await account.drain({ ignoreBackoff: true })
    if (outcome.status === 'later' && !stopped) {
      clearTimeout(timer)
      timer = setTimeout(() => run({ now: true }), Math.max(0, outcome.retryAt - runtime.clock()))
      await account.requestBackgroundSync()
    }
  }

  const receive = async (account: Account): Promise<void> => {
    const profile = await client.fetchQuery({ ...profileQuery(runtime.api), staleTime: 0 })
    await account.rememberDailyGoal(profile.study.dailyGoal)
    await account.pull()
    if (savesData()) return
    const unlocked = await client.fetchInfiniteQuery({
      ...unlockedQuery(runtime.api, {}),
      staleTime: 0,
      pages: 1,
    })
    for (const pack of unlocked.pages.flatMap((page) => page.items))
      await startDownload(runtime, accountId, pack)
  }

  const once = async (now: boolean): Promise<void> => {
    const account = await runtime.account(accountId)
    if (!revived) await account.revive()
    revived = true
    await send(account)
    if (stopped || (!now && runtime.clock() - lastPullAt < leastPauseMs)) return
    try {
      lastPullAt = runtime.clock()
      await receive(account)
    } catch {
      // No network, or a server in trouble: the next return of either comes here again.
    }
  }

  const run: Loop['run'] = ({ now = false } = {}) => {
    if (stopped) return
    underWay ??= once(now).finally(() => {
      underWay = null
    })
  }

  return {
    run,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Puts the server's word on a late call into the snapshots, so that the screen never jumps back. */
const takeCallReply = (client: QueryClient, endpoint: string, reply: unknown): void => {
  if (endpoint === 'PUT /profile') client.setQueryData(['profile'], reply)
  if (endpoint.endsWith('/favorite')) {
    const { packId, favorited } = reply as Static<typeof FavoriteReply>
    client.setQueryData<CardPack>(['card-pack', packId], (pack) => pack && { ...pack, favorited })
    void client.invalidateQueries({ queryKey: ['favorites'] })
  }
}

/** Call once, at the root. `savesData`: the student or the connection asks to download nothing unasked. */
export const useBackground = (savesData: () => boolean): void => {
  const runtime = useRuntime()
  const client = useQueryClient()
  const session = useSessionState()
  const accountId = session.status === 'signed-in' ? session.accountId : null

  useEffect(() => {
    if (accountId === null) return
    const loop = createLoop(runtime, client, accountId, savesData)
    const onReturn = (): void => {
      if (document.visibilityState === 'visible') loop.run()
    }
    const onOnline = (): void => loop.run({ now: true })
    const stopReplies = runtime.onCallReply((item, reply) => takeCallReply(client, item.endpoint, reply))
    const stopChanges = runtime.changes.listen((message) => {
      if (message.accountId !== accountId) return
      if (message.change === 'signed-out') runtime.session.ended()
      else void client.invalidateQueries({ queryKey: ['today-plan'] })
    })
    const firstRun = setTimeout(onReturn, 0)
    window.addEventListener('online', onOnline)
    window.addEventListener('pageshow', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearTimeout(firstRun)
      loop.stop()
      stopReplies()
      stopChanges()
      window.removeEventListener('online', onOnline)
      window.removeEventListener('pageshow', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [accountId, client, runtime, savesData])
}
