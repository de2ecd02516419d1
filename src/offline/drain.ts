import type { Api } from '#src/api/client.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { RecordReply, StudyAnswer, StudyUndo } from '#contract/study.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { maxAnswersPerRequest } from '#contract/constants.ts'
import { acknowledge, acknowledgeCall, noteFailure } from './acknowledge.ts'
import { backoffMs } from './backoff.ts'
import { exclusively } from './exclusively.ts'
import { nextBatch, type Batch } from './outbox.ts'
import { readMeta, writeMeta, type AccountDatabase, type CallItem, type StudyItem } from './database.ts'

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
  /** The upload ticket is gone or refused: the owner has to sign in. */
  | { status: 'blocked' }
  /** Somebody else is sending. */
  | { status: 'busy' }

type Step = 'sent' | 'smaller' | 'stop' | 'blocked'

/** What the specification asks to log when an upload fails; the student sees nothing. */
const failedUploadMessage = 'report study record failed'

export const drain = async (
  database: AccountDatabase,
  deps: DrainDeps,
  options: { ignoreBackoff?: boolean } = {},
): Promise<DrainOutcome> => {
  const retry = await readMeta(database, 'retry')
  const waits = retry !== undefined && retry.retryAt > deps.now() && retry.retryAt < deps.now() + 10 * 60_000
  if (waits && !options.ignoreBackoff) return { status: 'later', retryAt: retry.retryAt }

  let outcome: DrainOutcome = { status: 'empty' }
  const wasMine = await exclusively(
    database,
    async (stillMine) => {
      outcome = await drainAll(database, deps, stillMine)
    },
    { owner: deps.newId(), now: deps.now, locks: deps.locks },
  )
  return wasMine ? outcome : { status: 'busy' }
}

const drainAll = async (
  database: AccountDatabase,
  deps: DrainDeps,
  stillMine: () => Promise<void>,
): Promise<DrainOutcome> => {
  let limit = maxAnswersPerRequest
  for (;;) {
    const batch = await nextBatch(database, limit, deps.withCalls)
    if (batch === null) {
      await writeMeta(database, 'retry', undefined)
      return { status: 'empty' }
    }
    await stillMine()
    const step = batch.kind === 'study' ? await sendStudy(database, deps, batch.items) : await sendCall(database, deps, batch)
    if (step === 'sent') limit = maxAnswersPerRequest
    if (step === 'smaller') limit = Math.max(1, Math.floor(batch.kind === 'study' ? batch.items.length / 2 : 1))
    if (step === 'blocked') {
      await writeMeta(database, 'blocked', { since: new Date(deps.now()).toISOString() })
      return { status: 'blocked' }
    }
    if (step === 'stop') return { status: 'later', retryAt: (await readMeta(database, 'retry'))?.retryAt ?? deps.now() }
  }
}

const sendStudy = async (
  database: AccountDatabase,
  deps: DrainDeps,
  items: readonly [StudyItem, ...StudyItem[]],
): Promise<Step> => {
  const ticket = await deps.uploadTicket()
  if (ticket === null) return 'blocked'
  let reply: RecordReply
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
  } catch (error) {
    deps.log(failedUploadMessage, error)
    return afterFailure(database, deps, { kind: 'study', items: [...items] }, error)
  }
  const named = new Set(reply.results.map((result) => result.id))
  const unnamed = items.filter((item) => !named.has(item.id))
  await acknowledge(database, items, reply, deps.appVersion)
  if (unnamed.length > 0) await noteFailure(database, unnamed, 'not acknowledged', 'parked', deps.appVersion)
  await writeMeta(database, 'retry', undefined)
  return 'sent'
}

const sendCall = async (
  database: AccountDatabase,
  deps: DrainDeps,
  batch: Extract<Batch, { kind: 'call' }>,
): Promise<Step> => {
  try {
    const reply: unknown = await deps.api.call(batch.item.endpoint, batch.item.input as never)
    deps.onCallReply(batch.item, reply)
    await acknowledgeCall(database, batch.item)
    return 'sent'
  } catch (error) {
    if (error instanceof ApiError && error.isSessionExpired) return 'stop'
    return afterFailure(database, deps, batch, error)
  }
}

/** The status table: temporary → wait and stop, so that order is kept; credentials → blocked; the rest → aside. */
const afterFailure = async (
  database: AccountDatabase,
  deps: DrainDeps,
  batch: { kind: 'study'; items: StudyItem[] } | Extract<Batch, { kind: 'call' }>,
  error: unknown,
): Promise<Step> => {
  const items = batch.kind === 'study' ? batch.items : [batch.item]
  const failure = error instanceof ApiError ? error : null
  const reason = failure ? `${failure.kind} ${failure.status ?? ''} ${failure.code ?? ''}`.trim() : String(error)
  if (failure === null || failure.isTemporary) {
    const attempts = ((await readMeta(database, 'retry'))?.attempts ?? 0) + 1
    const delay = backoffMs(attempts, failure?.retryAfterSeconds ?? null, deps.random)
    await noteFailure(database, items, reason, 'pending', deps.appVersion)
    await writeMeta(database, 'retry', { attempts, retryAt: deps.now() + delay })
    return 'stop'
  }
  if (batch.kind === 'study' && (failure.status === 401 || failure.code === errorCatalogue.forbidden.code)) return 'blocked'
  if (items.length > 1) return 'smaller'
  await noteFailure(database, items, reason, 'parked', deps.appVersion)
  return 'sent'
}

const deviceIdOf = async (database: AccountDatabase, newId: () => string): Promise<string> => {
  const known = await readMeta(database, 'deviceId')
  if (known !== undefined) return known
  const made = newId()
  await writeMeta(database, 'deviceId', made)
  return made
}
