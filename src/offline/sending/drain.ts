import { maxAnswersPerRequest } from '#contract/constants.ts'
import { setAside } from './acknowledge.ts'
import { backoffMs, stillWaits } from './backoff.ts'
import type { DrainDeps } from './drain-deps.ts'
import { exclusively } from './exclusively.ts'
import type { Step } from './failed-step.ts'
import { nextCall, nextFacts, nextTryAt, type Facts } from './next-batch.ts'
import { readMeta, writeMeta, type AccountDatabase } from '../database.ts'
import { isUnsure } from '../schema.ts'
import { sendCall } from './send-call.ts'
import { sendFacts } from './send-facts.ts'

/**
 * Sends what waits, study facts before calls, one sender at a time per account, from the page or the worker.
 * A row leaves the outbox only after the server has named its id in a whole, well-formed reply.
 */

export type DrainOutcome =
  /** Nothing waits any more. */
  | { status: 'empty' }
  /** Try again at `retryAt` (epoch milliseconds). */
  | { status: 'later'; retryAt: number }
  /** The upload ticket is gone or refused: the owner has to sign in. */
  | { status: 'blocked' }
  /** Somebody else is sending. */
  | { status: 'busy' }

/** Failures one after another, of different items, after which a queue is left alone for this time. */
const failuresInARow = 2

type Send = { database: AccountDatabase; deps: DrainDeps; ignoreBackoff: boolean }

/**
 * @param options.ignoreBackoff does not wait out failures of before, save where the server asked for it
 */
export async function drain(
  database: AccountDatabase,
  deps: DrainDeps,
  options: { ignoreBackoff?: boolean } = {},
): Promise<DrainOutcome> {
  const ignoreBackoff = options.ignoreBackoff ?? false
  const retry = await readMeta(database, 'retry')
  if (stillWaits(retry?.retryAt, deps.now()) && !(ignoreBackoff && retry?.isAsked !== true))
    return { status: 'later', retryAt: retry.retryAt }

  let outcome: DrainOutcome = { status: 'busy' }
  await exclusively(
    database,
    async (stillMine) => {
      outcome = await drainAll({ database, deps, ignoreBackoff }, stillMine)
    },
    { owner: deps.newId(), now: deps.now, locks: deps.locks },
  )
  return outcome
}

/** What one drain has met so far. */
type Course = {
  limit: number
  succeeded: number
  failed: Set<number>
  /** Failures since the last success, by queue. */
  inARow: { facts: number; calls: number }
  isBlocked: boolean
  isSignedOut: boolean
}

/** Nothing goes before then: there is no network, or the server asked for it. */
const holdAll = async (
  { database, deps }: Send,
  { succeeded }: Course,
  retryAfterSeconds: number | null,
): Promise<DrainOutcome> => {
  const before = succeeded > 0 ? undefined : await readMeta(database, 'retry')
  const attempts = (before?.attempts ?? 0) + 1
  const retryAt = deps.now() + backoffMs(attempts, retryAfterSeconds, deps.random)
  const isAsked = retryAfterSeconds !== null
  await writeMeta(database, 'retry', { attempts, retryAt, ...(isAsked && { isAsked }) })
  return { status: 'later', retryAt }
}

/** How many may go in one request: of facts that failed before, fewer each time, until something gets through. */
const mostOf = ([head]: Facts, { limit, succeeded }: Course): number => {
  if (isUnsure(head)) return maxAnswersPerRequest
  return Math.max(1, succeeded > 0 ? limit : Math.min(limit, maxAnswersPerRequest >> head.attempts))
}

const sendNext = async (
  send: Send,
  course: Course,
  stillMine: () => Promise<boolean>,
): Promise<{ queue: 'facts' | 'calls'; size: number; most: number; step: Step } | 'busy' | 'through'> => {
  const { database, deps, ignoreBackoff } = send
  const choice = { now: deps.now(), ignoreBackoff, failed: course.failed }
  const mayUpload = !course.isBlocked && course.inARow.facts < failuresInARow
  const facts = mayUpload ? await nextFacts(database, maxAnswersPerRequest, choice) : null
  if (facts !== null) {
    if (!(await stillMine())) return 'busy'
    const most = mostOf(facts, course)
    const [head, ...rest] = facts
    const batch: Facts = [head, ...rest.slice(0, most - 1)]
    const step = await sendFacts(database, deps, batch, { isServerWell: course.succeeded > 0 })
    return { queue: 'facts', size: batch.length, most, step }
  }
  const mayCall = deps.withCalls() && !course.isSignedOut && course.inARow.calls < failuresInARow
  const call = mayCall ? await nextCall(database, choice) : null
  if (call === null) return 'through'
  if (!(await stillMine())) return 'busy'
  return { queue: 'calls', size: 1, most: course.limit, step: await sendCall(database, deps, call) }
}

const drainAll = async (send: Send, stillMine: () => Promise<boolean>): Promise<DrainOutcome> => {
  const { database, deps } = send
  const course: Course = {
    limit: maxAnswersPerRequest,
    succeeded: 0,
    failed: new Set(),
    inARow: { facts: 0, calls: 0 },
    isBlocked: false,
    isSignedOut: false,
  }
  const suspects: number[] = []
  let heldUntil: DrainOutcome | null = null
  for (;;) {
    const sent = await sendNext(send, course, stillMine)
    if (sent === 'busy') return { status: 'busy' }
    if (sent === 'through') break
    const { queue, size, most, step } = sent
    if (step.kind === 'sent') {
      course.succeeded += 1
      course.inARow[queue] = 0
      if (queue === 'facts') course.limit = Math.min(maxAnswersPerRequest, most * 2)
    }
    if (step.kind === 'smaller') course.limit = Math.max(1, Math.floor(size / 2))
    if (step.kind === 'blocked') course.isBlocked = true
    if (step.kind === 'signed-out') course.isSignedOut = true
    if (step.kind === 'failed') {
      course.inARow[queue] += 1
      for (const { seq } of step.items) course.failed.add(seq)
      if (size === 1) suspects.push(...step.items.map(({ seq }) => seq))
      const { retryAfterSeconds, isSilent, isInDoubt } = step
      const isAsked = retryAfterSeconds !== null
      if (queue === 'facts' && (isAsked || isSilent || isInDoubt)) {
        heldUntil = await holdAll(send, course, retryAfterSeconds)
        course.inARow.facts = failuresInARow
        if (isAsked) break
      }
      // No network, as far as can be seen: not every item is tried.
      if (isSilent && course.succeeded === 0) break
    }
  }
  // An item is to blame only when others got through.
  if (course.succeeded > 0) await setAside(database, suspects)
  if (heldUntil !== null) return heldUntil
  await writeMeta(database, 'retry', undefined)
  if (course.isBlocked || course.isSignedOut) return { status: 'blocked' }
  const retryAt = await nextTryAt(database, { now: deps.now(), withCalls: deps.withCalls() })
  return retryAt === null ? { status: 'empty' } : { status: 'later', retryAt }
}
