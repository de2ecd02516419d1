import { ApiError } from '#src/api/api-error.ts'
import type { RecordReply, StudyAnswer, StudyUndo } from '#contract/study.ts'
import { acknowledge, noteDeparture, noteFailure, noteNotStored } from './acknowledge.ts'
import { backoffMs } from './backoff.ts'
import { readMeta, writeMeta, type AccountDatabase } from '../database.ts'
import type { DrainDeps } from './drain-deps.ts'
import { reasonOf, type Step } from './failed-step.ts'
import type { Facts } from './next-batch.ts'
import { isUnsure, type StudyItem } from '../schema.ts'

/** What the specification asks to log when an upload fails; the student sees nothing. */
const failedUploadMessage = 'report study record failed'

const deviceIdOf = async (database: AccountDatabase, newId: () => string): Promise<string> => {
  const known = await readMeta(database, 'deviceId')
  if (known !== undefined) return known
  const made = newId()
  await writeMeta(database, 'deviceId', made)
  return made
}

/** Sends facts of one pack and session with the upload ticket. */
export async function sendFacts(
  database: AccountDatabase,
  deps: DrainDeps,
  items: Facts,
  options: { isServerWell: boolean },
): Promise<Step> {
  const ticket = await deps.uploadTicket()
  if (ticket === null) return { kind: 'blocked' }
  const [{ packId, sessionId }] = items
  const deviceId = await deviceIdOf(database, deps.newId)
  await noteDeparture(database, items)
  let reply: RecordReply
  let unnamed: StudyItem[]
  try {
    reply = await deps.api.call(
      'POST /user-study/record/:packId/:sessionId',
      {
        packId,
        sessionId,
        deviceId,
        sentAt: new Date(deps.now()).toISOString(),
        answers: items.filter((item) => item.kind === 'answer').map((item): StudyAnswer => item.payload),
        undos: items.filter((item) => item.kind === 'undo').map((item): StudyUndo => item.payload),
      },
      { token: ticket, onServerTime: deps.onServerTime },
    )
    const named = new Set(reply.results.map((result) => result.id))
    unnamed = items.filter((item) => !named.has(item.id))
  } catch (error) {
    deps.log(failedUploadMessage, error)
    return afterFailure(database, deps, items, error, options)
  }
  await acknowledge(database, items, reply, deps.appVersion)
  if (unnamed.length === 0) return { kind: 'sent' }
  return holdBack(database, deps, unnamed, { error: 'not acknowledged', isInDoubt: true })
}

/** In the server's own words; a bare 401 may be a proxy's. */
const isRefusedTicket = (failure: ApiError): boolean =>
  failure.code !== null &&
  (failure.isSessionExpired || failure.is('upload_ticket_invalid') || failure.is('forbidden'))

/** The server as a whole, or the way to it, and not these facts. */
const concernsAll = ({ status }: ApiError): boolean =>
  status === null || status < 400 || [401, 408, 425, 429, 503].includes(status)

/**
 * Credentials → blocked; an answer that may hang on one of many facts → fewer at once, where the server is known
 * to be well; one fact that the server cannot understand → aside; all else → later.
 */
const afterFailure = async (
  database: AccountDatabase,
  deps: DrainDeps,
  items: Facts,
  error: unknown,
  { isServerWell }: { isServerWell: boolean },
): Promise<Step> => {
  const failure = error instanceof ApiError ? error : null
  const reason = reasonOf(error)
  // They went out before: what was said to this request says nothing of that one.
  const wereInDoubt = items.some(isUnsure)
  if (failure !== null && isRefusedTicket(failure)) {
    if (!wereInDoubt) await noteNotStored(database, items)
    return { kind: 'blocked' }
  }
  // The server said no, or somebody did not let the request through: nothing was stored.
  const isInDoubt = wereInDoubt || failure === null || (failure.code === null && !failure.isTurnedAway)
  // The request itself, whenever it is sent.
  const isDeclined = failure !== null && !failure.isTemporary && !failure.isTurnedAway
  const isTooLarge = failure?.status === 413
  const mayBeOneOfMany = failure !== null && isServerWell && !isInDoubt && !concernsAll(failure)
  if (items.length > 1 && (isDeclined || isTooLarge || mayBeOneOfMany)) {
    await noteNotStored(database, items)
    return { kind: 'smaller' }
  }
  if (isDeclined) {
    await noteFailure(database, items, { error: reason, state: 'parked', appVersion: deps.appVersion })
    return { kind: 'sent' }
  }
  return holdBack(database, deps, items, { error: reason, failure, isInDoubt })
}

const holdBack = async (
  database: AccountDatabase,
  deps: DrainDeps,
  items: readonly StudyItem[],
  { error, failure, isInDoubt }: { error: string; failure?: ApiError | null; isInDoubt: boolean },
): Promise<Step> => {
  const asked = failure?.retryAfterSeconds ?? null
  const attempts = 1 + Math.max(...items.map((item) => item.attempts))
  const waitMs = backoffMs(attempts, asked, deps.random)
  await noteFailure(database, items, {
    error,
    state: 'pending',
    appVersion: deps.appVersion,
    nextTryAt: deps.now() + waitMs,
    ...(asked !== null && { isAsked: true }),
    isInDoubt,
  })
  const isSilent = failure?.status === null
  return { kind: 'failed', items, retryAfterSeconds: asked, isSilent, isInDoubt }
}
