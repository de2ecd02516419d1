import { ApiError } from '#src/api/api-error.ts'
import { acknowledgeCall, noteFailure, type CallRefusal } from './acknowledge.ts'
import { backoffMs } from './backoff.ts'
import type { AccountDatabase } from '../database.ts'
import type { DrainDeps } from './drain-deps.ts'
import { reasonOf, type Step } from './failed-step.ts'
import { isCall } from './next-batch.ts'
import { stateRange } from './outbox.ts'
import { bringsBack } from './overtaken.ts'
import type { CallItem } from '../schema.ts'

const refusalOf = (failure: ApiError): CallRefusal => ({
  refusalMessage: failure.message,
  refusalShowType: failure.showType,
  ...(failure.code !== null && { refusalCode: failure.code }),
})

/** A listener that fails must not keep the row: the call would be sent again and again. */
const tell = (deps: DrainDeps, listener: () => void): void => {
  try {
    listener()
  } catch (error) {
    deps.log('what the server said did not reach the screen', error)
  }
}

/** Removed before, e.g. by this very call, whose reply was lost. */
const isGoneAlready = ({ endpoint }: CallItem, error: unknown): boolean =>
  endpoint.startsWith('DELETE ') && error instanceof ApiError && error.is('not_found')

/** The card is not there because the call that brings it was declined: where that goes again, this one must follow. */
const followsDeclined = (database: AccountDatabase, removal: CallItem): Promise<boolean> =>
  database.use(async (connection) => {
    const declined = await connection.getAllFromIndex('outbox', 'by-state', stateRange('refused'))
    return declined.filter(isCall).some((call) => call.seq < removal.seq && bringsBack(call, removal))
  })

/** Sends one call of the session. */
export async function sendCall(database: AccountDatabase, deps: DrainDeps, call: CallItem): Promise<Step> {
  try {
    const reply: unknown = await deps.api.call(call.endpoint, call.input)
    tell(deps, () => deps.onCallReply(call, reply))
  } catch (error) {
    if (!isGoneAlready(call, error) || (await followsDeclined(database, call)))
      return afterFailure(database, deps, call, error)
    tell(deps, () => deps.onCallReply(call, null))
  }
  await acknowledgeCall(database, call)
  return { kind: 'sent' }
}

/**
 * A session that is over → all calls wait for the next; what the server understood and declined → refused, unless a
 * guardian's consent is all it lacks: then it waits for that, as parked; all else → later, by itself.
 */
const afterFailure = async (
  database: AccountDatabase,
  deps: DrainDeps,
  call: CallItem,
  error: unknown,
): Promise<Step> => {
  const failure = error instanceof ApiError ? error : null
  const { appVersion } = deps
  const reason = reasonOf(error)
  if (failure?.isSessionExpired) return { kind: 'signed-out' }
  if (failure?.is('guardian_consent_required')) {
    await noteFailure(database, [call], { error: reason, state: 'parked', appVersion, awaitsConsent: true })
    return { kind: 'sent' }
  }
  if (failure !== null && !failure.isTemporary && !failure.isTurnedAway) {
    const refusal = refusalOf(failure)
    await noteFailure(database, [call], { error: reason, state: 'refused', appVersion, refusal })
    tell(deps, () => deps.onCallRefused(call, failure))
    return { kind: 'sent' }
  }
  const asked = failure?.retryAfterSeconds ?? null
  const nextTryAt = deps.now() + backoffMs(call.attempts + 1, asked, deps.random)
  await noteFailure(database, [call], {
    error: reason,
    state: 'pending',
    appVersion,
    nextTryAt,
    ...(asked !== null && { isAsked: true }),
  })
  const isSilent = failure?.status === null && failure.kind !== 'timeout'
  return { kind: 'failed', items: [call], retryAfterSeconds: null, isSilent, isInDoubt: false }
}
