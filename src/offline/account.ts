import type { Api } from '#src/api/client.ts'
import { fetchStrokes, type FetchStrokes } from '#src/api/stroke-files.ts'
import type { EndpointKey, Input } from '#contract/api.ts'
import type { StudyConfig, UploadTicket } from '#contract/account.ts'
import type { Card } from '#contract/packs.ts'
import type { StudyUndo } from '#contract/study.ts'
import { uploadTicketOf, writeAccount } from './accounts.ts'
import type { Changes } from './changes.ts'
import { accountDatabase, type AccountDatabase } from './database.ts'
import { isShown, type CallItem } from './schema.ts'
import type { ScheduledState } from '#contract/scheduling.ts'
import { drain, type DrainOutcome } from './drain.ts'
import { keptAwayPacks } from './kept-away.ts'
import {
  cardProgress,
  downloadPack,
  keepOwnPack,
  packProgress,
  removePack,
  answersNear,
  storedCard,
  storedCatalogue,
  storedPack,
  storedPacks,
  type PackHead,
} from './library.ts'
import {
  dropCalls,
  enqueueCall,
  outboxStatus,
  refusedCalls,
  retryAll,
  reviveItems,
  waitingCalls,
  type OutboxStatus,
} from './outbox.ts'
import { canPlan, recentDays, todayPlan, type DeviceTime } from './plan.ts'
import { nextDueAt, studyQueue, type QueueScope } from './queue.ts'
import { recordUndo, type GivenAnswer } from './record.ts'
import { createSafeRecorder, type EmergencySlot } from './storage-full.ts'
import { keepStrokes, strokesOf, type NamesCharacter } from './strokes.ts'
import { pullSnapshot, rememberDailyGoal } from './sync.ts'
import { unseal, wipeAccount } from './wipe.ts'

/** One student's data on this device, with all that may be done to it. Page and worker make their own. */

export type AccountDeps = {
  api: Api
  /** Instead of asking the server that the page came from. */
  fetchStrokes?: FetchStrokes
  changes: Changes
  slot: EmergencySlot
  /** Throws away what can be fetched again. */
  freeSpace: () => Promise<void>
  /** Asks the browser to wake the worker when there is a network; does nothing where it cannot. */
  requestBackgroundSync: () => Promise<void>
  /** False in the worker: it has no session. */
  withCalls: boolean
  locks: LockManager | undefined
  appVersion: string
  now: () => number
  utcOffsetMinutes: () => number
  random: () => number
  newId: () => string
  log: (message: string, error: unknown) => void
  onCallReply: (item: CallItem, reply: unknown) => void
}

export type Account = ReturnType<typeof openAccount>

/** After a failure of the device itself, e.g. a database that does not open. */
const retryAfterErrorMs = 30_000

export const openAccount = (accountId: string, deps: AccountDeps) => {
  const database: AccountDatabase = accountDatabase(accountId)
  const recorder = createSafeRecorder(database, deps)
  const askStrokes = deps.fetchStrokes ?? fetchStrokes
  const time = (): DeviceTime => ({ now: deps.now(), utcOffsetMinutes: deps.utcOffsetMinutes() })

  const status = async (): Promise<OutboxStatus> => {
    const { waiting, refused } = await outboxStatus(database)
    return { waiting: waiting + recorder.waiting(), refused }
  }

  /** What the disk does not take must not keep the rest from being sent. */
  const rescueIfPossible = (): Promise<void> =>
    recorder.rescue().catch((error: unknown) => deps.log('answers wait outside the database', error))

  const send = (options: { ignoreBackoff?: boolean }): Promise<DrainOutcome> =>
    drain(database, { ...deps, uploadTicket: () => uploadTicketOf(accountId) }, options)

  /** Sends what waits. Never throws: a failure is a reason to try later. */
  const drainNow = async (options: { ignoreBackoff?: boolean } = {}): Promise<DrainOutcome> => {
    try {
      await rescueIfPossible()
      const before = await status()
      let outcome = await send(options)
      if ((outcome.status === 'empty' || outcome.status === 'limited') && recorder.waiting() > 0) {
        // What was sent has left room on the disk.
        await recorder.rescue()
        outcome = await send(options)
      }
      const after = await status()
      if (before.waiting !== after.waiting || before.refused !== after.refused) {
        for (const change of ['states', 'calls', 'outbox'] as const) deps.changes.announce(accountId, change)
      }
      return outcome
    } catch (error) {
      deps.log('report study record failed', error)
      return { status: 'later', retryAt: deps.now() + retryAfterErrorMs }
    }
  }

  return {
    id: accountId,
    /** Puts one answer on the disk; see `SafeRecorder` for what the result means. */
    record: async (given: GivenAnswer): Promise<'disk' | 'slot' | 'memory'> => {
      const place = await recorder.record(given)
      deps.changes.announce(accountId, 'outbox')
      return place
    },
    undo: async (undo: StudyUndo): Promise<boolean> => {
      await rescueIfPossible()
      const done = recorder.withdraw(undo.answerId) || (await recordUndo(database, undo))
      if (done) deps.changes.announce(accountId, 'outbox')
      return done
    },
    /** Queues a call of the session; a later one of the same key replaces it. */
    enqueue: async <K extends EndpointKey>(
      endpoint: K,
      input: Input<K>,
      coalesceKey: string,
    ): Promise<void> => {
      await enqueueCall(database, {
        id: deps.newId(),
        createdAt: new Date(deps.now()).toISOString(),
        endpoint,
        input: input as Record<string, unknown>,
        coalesceKey,
      })
      deps.changes.announce(accountId, 'calls')
      deps.changes.announce(accountId, 'outbox')
    },
    drain: drainNow,
    requestBackgroundSync: deps.requestBackgroundSync,
    /** Once at each start: what was set aside is tried again. */
    revive: () => reviveItems(database, deps.appVersion),
    retryAll: async (): Promise<DrainOutcome> => {
      await retryAll(database)
      return drainNow({ ignoreBackoff: true })
    },
    /** At each sign-in, and when the ticket is renewed. */
    keepTicket: async (uploadTicket: UploadTicket): Promise<void> => {
      await unseal(database)
      await writeAccount(accountId, { uploadTicket })
    },
    status,
    waitingCalls: () => waitingCalls(database),
    refusedCalls: () => refusedCalls(database),
    /** Gives up the calls of a key, e.g. one that was refused. */
    dropCalls: async (coalesceKey: string): Promise<void> => {
      await dropCalls(database, coalesceKey)
      deps.changes.announce(accountId, 'calls')
      deps.changes.announce(accountId, 'outbox')
    },
    wasRebuilt: database.wasRebuilt,

    /** Pulls what other devices did. */
    pull: async (signal?: AbortSignal): Promise<void> => {
      await pullSnapshot(database, deps.api, signal)
      deps.changes.announce(accountId, 'states')
    },
    rememberDailyGoal: (dailyGoal: number) => rememberDailyGoal(database, dailyGoal),
    canPlan: () => canPlan(database),
    plan: (config: StudyConfig) => todayPlan(database, config, time()),
    days: (today: string) => recentDays(database, today),
    queue: (scope: QueueScope, config: StudyConfig, limit: number) =>
      studyQueue(database, { scope, config, time: time(), limit }),
    nextDue: (scope: QueueScope) => nextDueAt(database, scope, new Date(deps.now()).toISOString()),

    download: async (
      pack: Parameters<typeof downloadPack>[2],
      options: Omit<Parameters<typeof downloadPack>[3], 'now'>,
    ): Promise<void> => {
      await downloadPack(database, deps.api, pack, {
        ...options,
        now: () => new Date(deps.now()).toISOString(),
      })
      deps.changes.announce(accountId, 'packs')
      // The pack is whole without them.
      await keepStrokes(database, pack.id, askStrokes, options.signal).catch((error: unknown) =>
        deps.log('strokes come with the next download', error),
      )
    },
    /** Keeps a pack that was made on this device, before the server knows it. */
    keepOwnPack: async (pack: PackHead, cards: readonly Card[]): Promise<void> => {
      await keepOwnPack(database, pack, cards, new Date(deps.now()).toISOString())
      deps.changes.announce(accountId, 'packs')
    },
    removePack: async (packId: string): Promise<void> => {
      await removePack(database, packId)
      deps.changes.announce(accountId, 'packs')
    },
    keptAwayPacks: () => keptAwayPacks(database),
    packs: () => storedPacks(database),
    pack: (packId: string) => storedPack(database, packId),
    catalogue: (packId: string) => storedCatalogue(database, packId),
    card: (cardId: string) => storedCard(database, cardId),
    /** How the one character of a card is written; null for any other card, and where nobody has drawn it. */
    strokes: (card: NamesCharacter, signal?: AbortSignal) => strokesOf(database, card, askStrokes, signal),
    answersNear: (cardId: string) => answersNear(database, cardId),
    cardState: async (cardId: string): Promise<ScheduledState | undefined> => {
      const row = await database.use((connection) => connection.get('states', cardId))
      return isShown(row) ? row : undefined
    },
    progress: (packId: string, dueBefore: string) => packProgress(database, packId, dueBefore),
    cardProgress: (packId: string) => cardProgress(database, packId),

    close: () => database.close(),
    /** @returns how many records still wait to be sent */
    wipe: async (): Promise<number> => (await wipeAccount(database)) + recorder.waiting(),
  }
}
