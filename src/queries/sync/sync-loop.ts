import type { QueryClient } from '@tanstack/react-query'
import type { Account } from '#src/offline/account.ts'
import { profileQuery } from '../account.ts'
import { categoriesQuery } from '../discovery.ts'
import { receivePacks } from './receive-packs.ts'
import type { Runtime } from '../runtime.ts'
import { statisticsQuery } from '../statistics.ts'
import { availableThemesQuery } from '../themes.ts'

/**
 * What happens without being asked while a student is signed in: records go up, other devices' come
 * down, unlocked packs arrive. One run at a time; a run asked for while it lasts follows it.
 */
export type SyncLoop = {
  /** The page came back: sends, then receives if the last time was a while ago. */
  onReturn: () => void
  /** The network is here again: sends and receives at once. */
  onOnline: () => void
  /** Something new waits: sends soon, several answers in one request. */
  onWaiting: () => void
  /**
   * The page may be closed: asks the browser to wake the worker, and sends if it is only hidden. A page that is
   * frozen begins nothing: what it began would hold the database's locks.
   */
  onHide: () => void
  stop: () => void
}

/** Between two receptions that were not asked for. */
const leastPauseMs = 10_000
/** Long enough for a few answers to travel together, short enough to be up before the screen goes dark. */
const gatherMs = 2_000
/** A student who answers without a pause does not keep the first answer from going up. */
const longestGatherMs = 5_000
/** Another sender may die while sending, or be the worker, which sends no calls of the session. */
const busyPauseMs = 3_000
/** A new upload ticket did not help: something on the way refuses it. */
const blockedPauseMs = 5 * 60_000
/** What was set aside is tried again, and what only lists show is fetched again. */
const hourMs = 3_600_000

type SyncLoopSettings = {
  runtime: Runtime
  client: QueryClient
  accountId: string
  /** The student or the connection asks to download nothing unasked. */
  savesData: () => boolean
}

type Run = {
  receive: boolean
  /** Something has changed: what was set aside is tried again, and waits of before are not waited out. */
  again: boolean
}

export function createSyncLoop({ runtime, client, accountId, savesData }: SyncLoopSettings): SyncLoop {
  let stopped = false
  let isStart = true
  let receivedAt = 0
  let receivedAllAt = 0
  /** Asked for and not done, or not done whole: the next run receives. */
  let owesReception = false
  let underWay: Promise<void> | null = null
  let next: Run | null = null
  let waitingSince: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const runAt = (at: number): void => {
    clearTimeout(timer)
    // A timer of more than 24 days would go off at once.
    const waitMs = Math.min(hourMs, Math.max(0, at - runtime.clock()))
    timer = setTimeout(() => run({ receive: false, again: false }), waitMs)
  }
  const everyHour = setInterval(() => run({ receive: false, again: true }), hourMs)

  const send = async (account: Account, ignoreBackoff: boolean): Promise<void> => {
    let outcome = await account.drain({ ignoreBackoff })
    if (outcome.status === 'blocked') {
      await account.keepTicket(await runtime.api.call('POST /auth/upload-ticket'))
      outcome = await account.drain({ ignoreBackoff })
    }
    if (outcome.status === 'later') {
      runAt(outcome.retryAt)
      await account.requestBackgroundSync()
    }
    if (outcome.status === 'blocked') runAt(runtime.clock() + blockedPauseMs)
    if (outcome.status === 'busy') runAt(runtime.clock() + busyPauseMs)
  }

  /** What others left who were signed in on this device: each account's study records have their own ticket. */
  const sendForOthers = async (): Promise<void> => {
    for (const otherId of await runtime.accountsHere()) {
      if (otherId === accountId) continue
      const other = await runtime.account(otherId)
      await other.drain({ ignoreBackoff: true })
      await other.close()
    }
  }

  /** What screens show that work with no network, though the student may not have opened them before. */
  const receiveForLater = async (): Promise<void> => {
    await client.prefetchQuery(categoriesQuery(runtime.api))
    await client.prefetchQuery(availableThemesQuery(runtime.api))
    await client.prefetchQuery(statisticsQuery(runtime.api))
  }

  /**
   * Whose token it is and what other devices did is asked every time. The lists of packs are replies like any other:
   * a start takes them as they are on the device while they are fresh, so that a reload does not ask again.
   */
  const receive = async (account: Account, isFreshEnough: boolean): Promise<void> => {
    const profile = await client.fetchQuery({ ...profileQuery(runtime.api), staleTime: 0 })
    await account.rememberProfile(profile)
    await account.rememberDailyGoal(profile.study.dailyGoal)
    owesReception = !(await account.pull())
    receivedAt = runtime.clock()
    await receivePacks(runtime, client, account, {
      downloads: () => !savesData() && !stopped,
      isFreshEnough,
    })
    if (receivedAt - receivedAllAt < hourMs) return
    await receiveForLater()
    receivedAllAt = receivedAt
  }

  const once = async ({ receive: isDue, again }: Run): Promise<void> => {
    waitingSince = null
    owesReception ||= isDue
    const account = await runtime.account(accountId)
    const isFirst = isStart
    isStart = false
    if (again) await account.revive({ isStart: isFirst })
    // What waits longer must not keep from this device what others did.
    await send(account, again).catch(() => runAt(runtime.clock() + blockedPauseMs))
    if (again && !stopped) await sendForOthers().catch(() => undefined)
    if (!owesReception || stopped) return
    await receive(account, isFirst)
  }

  const run = (wanted: Run): void => {
    if (stopped) return
    if (underWay !== null) {
      next = {
        receive: wanted.receive || next?.receive === true,
        again: wanted.again || next?.again === true,
      }
      return
    }
    underWay = once(wanted)
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
    onReturn: () => run({ receive: runtime.clock() - receivedAt >= leastPauseMs, again: true }),
    onOnline: () => run({ receive: true, again: true }),
    onWaiting: () => {
      const now = runtime.clock()
      waitingSince ??= now
      runAt(Math.min(now + gatherMs, waitingSince + longestGatherMs))
    },
    onHide: () => {
      setTimeout(() => run({ receive: false, again: false }))
      void runtime.account(accountId).then(
        (account) => account.requestBackgroundSync(),
        () => undefined,
      )
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      clearInterval(everyHour)
    },
  }
}
