import type { SecurityEventKind } from '#contract/security.ts'
import type { Deps } from '#server/deps.ts'
import { clientNetwork } from '#server/http/client-network.ts'
import { ExpectedError } from '#server/lib/errors.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { findDeviceName, insertEvent } from './security-log.repository.ts'

/**
 * What happened to accounts: who, what, from where, with what outcome. For the student a list of their own, for the
 * operator `npm run security-log`. Neither phones nor secrets enter it.
 */

type SecurityEvent = {
  kind: SecurityEventKind
  /** Null: no account is known. */
  studentId: string | null
  /** The session that asked; its name of the device goes into the log. */
  sessionId?: string | null
  deviceName?: string
  /** Of the request; absent for what an operator does. */
  ip?: string
  /** By what means, or by whom. */
  by?: string
  /** The failure's name; absent: it was done. */
  refusal?: string
}

type LogDeps = Pick<Deps, 'database' | 'clock' | 'newId' | 'log'>

const hourMs = 3_600_000
/** From one network in an hour: what a stranger repeats fills the lines of the process, not the table. */
const eventsPerNetwork = 1000

const storeEvent = async ({ database, clock, newId }: LogDeps, event: SecurityEvent): Promise<void> => {
  const { studentId, sessionId = null, deviceName, ip } = event
  const device = deviceName ?? (sessionId && (await findDeviceName(database.db, { studentId, sessionId })))
  await insertEvent(database.db, {
    id: newId(),
    studentId,
    happenedAt: clock(),
    kind: event.kind,
    refusal: event.refusal ?? null,
    means: event.by ?? '',
    network: ip === undefined ? '' : clientNetwork(ip),
    deviceName: device || '',
  })
}

/** Stores one event. A log that cannot be written keeps no student from their account. */
export async function noteSecurity(deps: LogDeps, event: SecurityEvent): Promise<void> {
  const { ip, deviceName: _name, ...rest } = event
  const network = ip === undefined ? undefined : clientNetwork(ip)
  deps.log[event.refusal === undefined ? 'info' : 'warn']({ ...rest, network }, 'security')
  try {
    if (network !== undefined) {
      const key = `security-log:ip:${network}`
      await createRateLimiter(deps).take({ key, limit: eventsPerNetwork, windowMs: hourMs })
    }
    await storeEvent(deps, event)
  } catch (error) {
    if (error instanceof ExpectedError) return
    deps.log.error({ err: error }, 'a security event was not written down')
  }
}

type Noted = {
  studentId: string | null
  sessionId?: string | null
  deviceName?: string
  /** By what means. */
  by?: string
  request: { ip: string }
}

/**
 * Does the work and notes what came of it.
 * @returns a function of the event's kind, who asks, the work, and whose account the result is where only that says it
 */
export function noter(deps: LogDeps) {
  return async <T>(
    kind: SecurityEventKind,
    { request, ...who }: Noted,
    work: () => Promise<T>,
    ownerOf?: (result: T) => string,
  ): Promise<T> => {
    const event = { ...who, kind, ip: request.ip }
    let result: T
    try {
      result = await work()
    } catch (error) {
      if (error instanceof ExpectedError) await noteSecurity(deps, { ...event, refusal: error.reason })
      throw error
    }
    await noteSecurity(deps, { ...event, ...(ownerOf && { studentId: ownerOf(result) }) })
    return result
  }
}
