import type { QueryClient } from '@tanstack/react-query'
import type { Account } from '#src/offline/account.ts'
import { profileQuery } from './account.ts'
import { categoriesQuery } from './discovery.ts'
import { startDownload } from './downloads.ts'
import { askPrivateCatalogue, walkPrivatePacks } from './generation.ts'
import { renewUnlocked } from './packs.ts'
import type { Runtime } from './runtime.ts'
import { statisticsQuery } from './statistics.ts'
import { availableThemesQuery } from './themes.ts'

/**
 * What happens without being asked while a student is signed in: records go up, other devices' come
 * down, unlocked packs arrive. One run at a time; a run asked for meanwhile follows it.
 */
export type SyncLoop = {
  /** The page or the network came back: sends, then receives if the last time was a while ago. */
  onReturn: () => void
  /** The network is here again: sends and receives at once. */
  onOnline: () => void
  /** Something new waits: sends soon, several answers in one request. */
  onWaiting: () => void
  /** The page may be closed: sends now, and asks the browser to wake the worker for the rest. */
  onHide: () => void
  stop: () => void
}

/** Between two receptions that nobody asked for. */
const leastPauseMs = 10_000
/** Long enough for a few answers to travel together, short enough to be up before the screen goes dark. */
const gatherMs = 2_000
/** Whoever else is sending may die of it, or be the worker, which sends no calls of the session. */
const busyPauseMs = 3_000
const packsPerPage = 50

type SyncLoopSettings = {
  runtime: Runtime
  client: QueryClient
  accountId: string
  /** The student or the connection asks to download nothing unasked. */
  savesData: () => boolean
}

export const createSyncLoop = ({ runtime, client, accountId, savesData }: SyncLoopSettings): SyncLoop => {
  let stopped = false
  let revived = false
  let receivedAt = 0
  /** Asked for and not begun: a run that could not send everything leaves it to the next one. */
  let owesReception = false
  /** When the private packs that came in this session had last changed, by pack. */
  const receivedPrivate = new Map<string, string>()
  let underWay: Promise<void> | null = null
  let next: { receive: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const runAt = (at: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => run({ receive: false }), Math.max(0, at - runtime.clock()))
  }

  /** @returns whether everything that could go has gone */
  const send = async (account: Account): Promise<boolean> => {
    let outcome = await account.drain({ ignoreBackoff: true })
    if (outcome.status === 'blocked') {
      await account.keepTicket(await runtime.api.call('POST /auth/upload-ticket'))
      outcome = await account.drain({ ignoreBackoff: true })
    }
    if (outcome.status === 'later') {
      runAt(outcome.retryAt)
      await account.requestBackgroundSync()
    }
    if (outcome.status === 'limited') runAt(outcome.retryAt)
    if (outcome.status === 'busy') runAt(runtime.clock() + busyPauseMs)
    return outcome.status === 'empty' || outcome.status === 'limited'
  }

  const receivePacks = async (account: Account): Promise<void> => {
    const keptAway = await account.keptAwayPacks()
    for (let page = 1; ; page += 1) {
      const { items, hasMore } = await runtime.api.call('GET /card-packs/unlocked', {
        page,
        limit: packsPerPage,
      })
      for (const pack of items) if (!keptAway.includes(pack.id)) await startDownload(runtime, accountId, pack)
      if (!hasMore || stopped) return
    }
  }

  /** Their catalogues come with all that is written on the cards, so only what changed since is asked for. */
  const receivePrivatePacks = async (account: Account): Promise<void> => {
    const keptAway = await account.keptAwayPacks()
    for (let page = 1; ; page += 1) {
      const { items, hasMore } = await walkPrivatePacks(runtime.api, client, page)
      for (const pack of items) {
        if (keptAway.includes(pack.id) || receivedPrivate.get(pack.id) === pack.updatedAt) continue
        await startDownload(runtime, accountId, pack, askPrivateCatalogue)
        receivedPrivate.set(pack.id, pack.updatedAt)
      }
      if (!hasMore || stopped) return
    }
  }

  /** What screens show that work with no network, though the student may not have opened them before. */
  const receiveForLater = async (): Promise<void> => {
    await client.prefetchQuery(categoriesQuery(runtime.api))
    await client.prefetchQuery(availableThemesQuery(runtime.api))
    await client.prefetchQuery(statisticsQuery(runtime.api))
  }

  const receive = async (account: Account): Promise<void> => {
    const profile = await client.fetchQuery({ ...profileQuery(runtime.api), staleTime: 0 })
    await account.rememberDailyGoal(profile.study.dailyGoal)
    await account.pull()
    receivedAt = runtime.clock()
    await renewUnlocked(runtime.api, client)
    await receiveForLater()
    if (savesData()) return
    await receivePacks(account)
    await receivePrivatePacks(account)
  }

  const once = async (options: { receive: boolean }): Promise<void> => {
    owesReception ||= options.receive
    const account = await runtime.account(accountId)
    if (!revived) await account.revive()
    revived = true
    // What was sent in vain may have arrived: to receive before it is acknowledged would count it twice.
    const isSent = await send(account)
    if (!isSent || !owesReception || stopped) return
    owesReception = false
    await receive(account)
  }

  const run = (options: { receive: boolean }): void => {
    if (stopped) return
    if (underWay !== null) {
      next = { receive: options.receive || next?.receive === true }
      return
    }
    underWay = once(options)
      // No network, or a server in trouble: the next return of either comes here again.
      .catch(() => undefined)
      .finally(() => {
        underWay = null
        const following = next
        next = null
        if (following !== null) run(following)
      })
  }

  return {
    onReturn: () => run({ receive: runtime.clock() - receivedAt >= leastPauseMs }),
    onOnline: () => run({ receive: true }),
    onWaiting: () => runAt(runtime.clock() + gatherMs),
    onHide: () => {
      run({ receive: false })
      void runtime.account(accountId).then(
        (account) => account.requestBackgroundSync(),
        () => undefined,
      )
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
