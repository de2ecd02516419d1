import type { Api } from '#src/api/client.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { RecordReply, StudyAnswer, StudyUndo } from '#contract/study.ts'
import { maxAnswersPerRequest } from '#contract/constants.ts'
import { acknowledge, acknowledgeCall, noteFailure } from './acknowledge.ts'
import { backoffMs } from './backoff.ts'
import { exclusively } from './exclusively.ts'
import { nextBatch, type Batch } from './outbox.ts'
import { readMeta, writeMeta, type AccountDatabase } from './database.ts'
import type { CallItem, StudyItem } from './schema.ts'

/**
 * Sends what waits, oldest first, one sender at a time per account, from the page or the worker.
 * A row leaves the outbox only after the server has named its id in a whole, well-formed reply.
 */

export type DrainDeps = {
  api: Api
  /** Write-only permission for this account's study records; null: nothing can be sent. */
  uploadTicket: () => Promise<string | null>
  /** Whether calls of the session may go too: only in a page where this account is signed in. */
  withCalls: boolean
  now: () => number
  random: () => number
  newId: () => string
  locks: LockManager | undefined
  appVersion: string
  log: (message: string, error: unknown) => void
  /** Told what the server said to a late call, before its row leaves: the page puts it into its snapshots. */
  onCallReply: (item: CallItem, reply: unknown) => void
}

export type DrainOutcome =
  /** Nothing waits any more. */
  | { status: 'empty' }
  /** Try again at `retryAt` (epoch milliseconds). */
  | { status: 'later'; retryAt: number }
  /** Nothing but calls beyond their limit waits any more: try again at `retryAt`. */
  | { status: 'limited'; retryAt: number }
  /** The upload ticket is gone or refused: the owner has to sign in. */
  | { status: 'blocked' }
  /** Somebody else is sending. */
  | { status: 'busy' }

/** `held`: calls wait, whatever else there is goes on. */
type Step = 'sent' | 'held' | 'smaller' | 'stop' | 'blocked' | 'signed-out'

/** What the specification asks to log when an upload fails; the student sees nothing. */
const failedUploadMessage = 'report study record failed'

/** A longer one was set by a clock that has been put back since. */
const longestWaitMs = 10 * 60_000
/** Limits of calls are of a day at most. */
const longestCallsWaitMs = 86_400_000

export const drain = async (
  database: AccountDatabase,
  deps: DrainDeps,
  options: { ignoreBackoff?: boolean } = {},
): Promise<DrainOutcome> => {
  const retry = await readMeta(database, 'retry')
  const waits =
    retry !== undefined && retry.retryAt > deps.now() && retry.retryAt < deps.now() + longestWaitMs
  if (waits && !options.ignoreBackoff) return { status: 'later', retryAt: retry.retryAt }

  let outcome: DrainOutcome = { status: 'busy' }
  await exclusively(
    database,
    async (stillMine) => {
      outcome = await drainAll(database, deps, stillMine)
    },
    { owner: deps.newId(), now: deps.now, locks: deps.locks },
  )
  return outcome
}

/** @returns null when they may go */
const callsWaitUntil = async (database: AccountDatabase, now: number): Promise<number | null> => {
  const retryAt = (await readMeta(database, 'callsRetryAt')) ?? now
  return retryAt > now && retryAt <= now + longestCallsWaitMs ? retryAt : null
}

const drainAll = async (
  database: AccountDatabase,
  deps: DrainDeps,
  stillMine: () => Promise<boolean>,
): Promise<DrainOutcome> => {
  let limit = maxAnswersPerRequest
  let isSignedOut = false
  for (;;) {
    const callsRetryAt = await callsWaitUntil(database, deps.now())
    const mayCall = deps.withCalls && !isSignedOut
    const batch = await nextBatch(database, limit, mayCall && callsRetryAt === null)
    if (batch === null) {
      await writeMeta(database, 'retry', undefined)
      if (isSignedOut) return { status: 'blocked' }
      const isLimited = mayCall && callsRetryAt !== null && (await nextBatch(database, 1, true)) !== null
      return isLimited ? { status: 'limited', retryAt: callsRetryAt } : { status: 'empty' }
    }
    if (!(await stillMine())) return { status: 'busy' }
    const step =
      batch.kind === 'study'
        ? await sendStudy(database, deps, batch.items)
        : await sendCall(database, deps, batch)
    if (step === 'sent') limit = maxAnswersPerRequest
    if (step === 'smaller')
      limit = Math.max(1, Math.floor(batch.kind === 'study' ? batch.items.length / 2 : 1))
    // The session is over, but study records have their own permission.
    if (step === 'signed-out') isSignedOut = true
    if (step === 'blocked') return { status: 'blocked' }
    if (step === 'stop') return { status: 'later', retryAt: await retryAtOf(database, deps) }
  }
}

const retryAtOf = async (database: AccountDatabase, deps: DrainDeps): Promise<number> =>
  (await readMeta(database, 'retry'))?.retryAt ?? deps.now()

const sendStudy = async (
  database: AccountDatabase,
  deps: DrainDeps,
  items: readonly [StudyItem, ...StudyItem[]],
): Promise<Step> => {
  const ticket = await deps.uploadTicket()
  if (ticket === null) return 'blocked'
  let reply: RecordReply
  let unnamed: StudyItem[]
  try {
    reply = await deps.api.call(
      'POST /user-study/record/:packId/:sessionId',
      {
        packId: items[0].packId,
        sessionId: items[0].sessionId,
        deviceId: await deviceIdOf(database, deps.newId),
        sentAt: new Date(deps.now()).toISOString(),
        answers: items.filter((item) => item.kind === 'answer').map((item): StudyAnswer => item.payload),
        undos: items.filter((item) => item.kind === 'undo').map((item): StudyUndo => item.payload),
      },
      { token: ticket },
    )
    const named = new Set(reply.results.map((result) => result.id))
    unnamed = items.filter((item) => !named.has(item.id))
  } catch (error) {
    deps.log(failedUploadMessage, error)
    return afterFailure(database, deps, { kind: 'study', items: [...items] }, error)
  }
  await acknowledge(database, items, reply, deps.appVersion)
  if (unnamed.length > 0) {
    await noteFailure(database, unnamed, {
      error: 'not acknowledged',
      state: 'parked',
      appVersion: deps.appVersion,
    })
  }
  await writeMeta(database, 'retry', undefined)
  return 'sent'
}

const sendCall = async (
  database: AccountDatabase,
  deps: DrainDeps,
  batch: Extract<Batch, { kind: 'call' }>,
): Promise<Step> => {
  try {
    const reply: unknown = await deps.api.call(batch.item.endpoint, batch.item.input)
    deps.onCallReply(batch.item, reply)
    await acknowledgeCall(database, batch.item)
    return 'sent'
  } catch (error) {
    if (error instanceof ApiError && error.isSessionExpired) return 'signed-out'
    if (error instanceof ApiError && error.is('too_many_requests')) {
      await holdCalls(database, deps, batch.item, error)
      return 'held'
    }
    return afterFailure(database, deps, batch, error)
  }
}

/** What students may do so often in a day holds back other calls, but no answers. */
const holdCalls = async (
  database: AccountDatabase,
  deps: DrainDeps,
  item: CallItem,
  failure: ApiError,
): Promise<void> => {
  const asked = backoffMs(item.attempts + 1, failure.retryAfterSeconds, deps.random)
  const delay = Math.min(longestCallsWaitMs, Math.max(1, asked))
  const { appVersion } = deps
  await noteFailure(database, [item], { error: 'too many requests', state: 'pending', appVersion })
  await writeMeta(database, 'callsRetryAt', deps.now() + delay)
}

const isRefusedTicket = (failure: ApiError): boolean =>
  failure.status === 401 || failure.isSessionExpired || failure.is('forbidden')

/**
 * The status table: temporary → wait and stop, so that order is kept; credentials → blocked; a study record that the
 * network or an old app answers strangely → aside until the next start; a call that the server understood and
 * declined → refused, unless a guardian's consent is all it lacks: then it waits for that, as parked.
 */
const afterFailure = async (
  database: AccountDatabase,
  deps: DrainDeps,
  batch: { kind: 'study'; items: StudyItem[] } | Extract<Batch, { kind: 'call' }>,
  error: unknown,
): Promise<Step> => {
  const items = batch.kind === 'study' ? batch.items : [batch.item]
  const failure = error instanceof ApiError ? error : null
  const reason = failure
    ? `${failure.kind} ${failure.status ?? ''} ${failure.code ?? ''}`.trim()
    : String(error)
  if (failure === null || failure.isTemporary) {
    const attempts = ((await readMeta(database, 'retry'))?.attempts ?? 0) + 1
    const delay = backoffMs(attempts, failure?.retryAfterSeconds ?? null, deps.random)
    await noteFailure(database, items, { error: reason, state: 'pending', appVersion: deps.appVersion })
    await writeMeta(database, 'retry', { attempts, retryAt: deps.now() + delay })
    return 'stop'
  }
  if (batch.kind === 'study' && isRefusedTicket(failure)) return 'blocked'
  if (items.length > 1) return 'smaller'
  const isDeclined = failure.kind === 'expected' && !failure.is('guardian_consent_required')
  const state = batch.kind === 'call' && isDeclined ? 'refused' : 'parked'
  const { appVersion } = deps
  await noteFailure(database, items, { error: reason, state, appVersion, message: failure.message })
  return 'sent'
}

const deviceIdOf = async (database: AccountDatabase, newId: () => string): Promise<string> => {
  const known = await readMeta(database, 'deviceId')
  if (known !== undefined) return known
  const made = newId()
  await writeMeta(database, 'deviceId', made)
  return made
}
