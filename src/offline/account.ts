import type { Api } from '#src/api/client.ts'
import { fetchStrokes, type FetchStrokes } from '#src/api/stroke-files.ts'
import type { EndpointKey, Input } from '#contract/api.ts'
import type { Profile, StudyConfig, UploadTicket } from '#contract/account.ts'
import type { Card } from '#contract/packs.ts'
import type { StudyUndo } from '#contract/study.ts'
import { createAccountClock } from './clock/account-clock.ts'
import { uploadTicketOf, writeAccount } from './accounts.ts'
import type { Changes } from './changes.ts'
import { accountDatabase, readMeta, type AccountDatabase } from './database.ts'
import { isShown } from './schema.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import type { ScheduledState } from '#contract/scheduling.ts'
import { callOutcome } from './sending/call-outcome.ts'
import { drain, type DrainOutcome } from './sending/drain.ts'
import type { DrainDeps } from './sending/drain-deps.ts'
import { keptAwayPacks } from './kept-away.ts'
import {
  cardProgress,
  downloadPack,
  keepOwnCard,
  keepOwnPack,
  packProgress,
  removePack,
  answersNear,
  storedCard,
  storedCatalogue,
  storedPack,
  storedPacks,
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
} from './sending/outbox.ts'
import type { PackHead } from './pack-version.ts'
import { canPlan, recentDays, todayPlan, type DeviceTime } from './plan.ts'
import { nextDueAt, studyQueue, type QueueScope } from './queue.ts'
import type { GivenAnswer } from './record.ts'
import { createSafeRecorder } from './safe-recorder.ts'
import { sampleCards } from './sample-cards.ts'
import { salvage } from './salvage.ts'
import { shownStatistics } from './statistics.ts'
import { keepStrokes, strokesOf, type NamesCharacter } from './strokes.ts'
import { pullSnapshot, rememberDailyGoal, rememberProfile } from './sync.ts'
import type { SecondPlace } from './unsent.ts'
import { unseal, wipeAccount } from './wipe.ts'

/** One student's data on this device, with all that may be done to it. Page and worker make their own. */

export type AccountDeps = {
  api: Api
  /** Instead of asking the server that the page came from. */
  fetchStrokes?: FetchStrokes
  changes: Changes
  /** Where unsent facts are kept as well. */
  secondPlace: SecondPlace
  /** Throws away what can be fetched again. */
  freeSpace: () => Promise<void>
  /** Asks the browser to wake the worker when there is a network; does nothing where it cannot. */
  requestBackgroundSync: () => Promise<void>
  /** False in the worker, which has no session, and in a page where somebody else is signed in. */
  withCalls: () => boolean
  locks: LockManager | undefined
  appVersion: string
  now: () => number
  utcOffsetMinutes: () => number
  random: () => number
  newId: () => string
  log: (message: string, error: unknown) => void
  /** Instead of the usual pauses, in milliseconds, before a database that does not open is asked again. */
  retryAfterMs?: readonly number[]
  /** The database does not open: another one is in use, and the old one's facts come when it opens again. */
  onSetAside: () => void
  onCallReply: DrainDeps['onCallReply']
  onCallRefused: DrainDeps['onCallRefused']
}

export type Account = ReturnType<typeof openAccount>

/** After a failure of the device itself, e.g. a database that does not open. */
const retryAfterErrorMs = 30_000

export function openAccount(accountId: string, deps: AccountDeps) {
  const database: AccountDatabase = accountDatabase(accountId, deps)
  const recorder = createSafeRecorder(database, deps)
  const askStrokes = deps.fetchStrokes ?? fetchStrokes
  const clock = createAccountClock(database, deps.now)
  const time = async (): Promise<DeviceTime> => ({
    now: await clock.now(),
    utcOffsetMinutes: deps.utcOffsetMinutes(),
  })

  const status = async (): Promise<OutboxStatus> => {
    const onDisk = await outboxStatus(database)
    return { ...onDisk, waiting: onDisk.waiting + recorder.waiting() }
  }

  /** What the disk does not take must not keep the rest from being sent. */
  const rescueIfPossible = (): Promise<void> =>
    recorder.rescue().catch((error: unknown) => deps.log('answers wait outside the database', error))

  const send = (options: { ignoreBackoff?: boolean }): Promise<DrainOutcome> =>
    drain(
      database,
      { ...deps, onServerTime: clock.onServerTime, uploadTicket: () => uploadTicketOf(accountId) },
      options,
    )

  /** Sends what waits. Never throws: a failure is a reason to try later. */
  const drainNow = async (options: { ignoreBackoff?: boolean } = {}): Promise<DrainOutcome> => {
    try {
      await rescueIfPossible()
      const before = await status()
      let outcome = await send(options)
      if (outcome.status === 'empty' && recorder.waiting() > 0) {
        // What was sent has left room on the disk.
        await recorder.rescue()
        outcome = await send(options)
      }
      const after = await status()
      if (JSON.stringify(before) !== JSON.stringify(after)) {
        await recorder.forgetSent()
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
    /** The trusted clock: epoch milliseconds, as the server would say. */
    now: () => clock.now(),
    /** Puts one answer on the disk; see `SafeRecorder` for what the result means. */
    record: async (given: GivenAnswer): Promise<'disk' | 'slot' | 'memory'> => {
      const place = await recorder.record(await clock.dated(given))
      deps.changes.announce(accountId, 'outbox')
      return place
    },
    undo: async (undo: StudyUndo): Promise<boolean> => {
      await rescueIfPossible()
      const done = await recorder.undo(undo)
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
    /** Sends what waits, and says what became of the call of this key; see `CallOutcome`. Never rejects. */
    outcomeOf: (coalesceKey: string) =>
      callOutcome(database, coalesceKey, {
        drain: drainNow,
        listen: (listener) =>
          deps.changes.listen((message) => {
            if (message.accountId === accountId) listener()
          }),
      }),
    requestBackgroundSync: deps.requestBackgroundSync,
    /** At each start, on return and each hour: what was set aside is tried again. */
    revive: async (options: { isStart: boolean }): Promise<void> => {
      await salvage(database).catch((error: unknown) => deps.log('a database that was set aside', error))
      await reviveItems(database, deps.appVersion, options)
    },
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

    /** Pulls what other devices did. @returns whether all of it could be taken; see `pullSnapshot` */
    pull: async (signal?: AbortSignal): Promise<boolean> => {
      const isWhole = await pullSnapshot(database, deps.api, { signal, onServerTime: clock.onServerTime })
      deps.changes.announce(accountId, 'states')
      return isWhole
    },
    rememberDailyGoal: (dailyGoal: number) => rememberDailyGoal(database, dailyGoal),
    rememberProfile: (profile: Profile) => rememberProfile(database, profile),
    profile: () => readMeta(database, 'profile'),
    canPlan: () => canPlan(database),
    plan: async (config: StudyConfig) => todayPlan(database, config, await time()),
    statistics: async (snapshot: StudyStatistics) => shownStatistics(database, snapshot, await time()),
    days: (today: string) => recentDays(database, today),
    queue: async (scope: QueueScope, config: StudyConfig, limit: number) =>
      studyQueue(database, { scope, config, time: await time(), limit }),
    nextDue: async (scope: QueueScope) =>
      nextDueAt(database, scope, new Date(await clock.now()).toISOString()),

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
    /** A card of such a pack, changed since. */
    keepOwnCard: (card: Card): Promise<void> => keepOwnCard(database, card),
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
    /** How the one character of a card is written; null for any other card, and where no drawing exists. */
    strokes: (card: NamesCharacter, signal?: AbortSignal) => strokesOf(database, card, askStrokes, signal),
    sampleCards: (sample: Parameters<typeof sampleCards>[1]) => sampleCards(database, sample),
    answersNear: (cardId: string) => answersNear(database, cardId),
    cardState: async (cardId: string): Promise<ScheduledState | undefined> => {
      const row = await database.use((connection) => connection.get('states', cardId))
      return isShown(row) ? row : undefined
    },
    progress: (packId: string, dueBefore: string) => packProgress(database, packId, dueBefore),
    cardProgress: (packId: string) => cardProgress(database, packId),

    close: () => database.close(),
    /** @returns how many records still wait to be sent */
    wipe: async (): Promise<number> => {
      // What only the second place has moves over first: afterwards it could not be distinguished from what was sent.
      await recorder
        .forgetSent()
        .then(recorder.rescue)
        .catch(() => undefined)
      const waiting = await wipeAccount(database)
      return waiting + recorder.waiting()
    },
  }
}
