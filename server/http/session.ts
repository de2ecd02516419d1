import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { fail } from '#server/lib/errors.ts'
import { findTokenOwner, revokeSession, type TokenOwner } from './token-owner.repository.ts'
import { bearerToken, hashToken, type TokenKind } from './token.ts'

export type Caller = {
  studentId: string
  /** Null when an upload ticket asks. */
  sessionId: string | null
}

/** What a call asks of the one who makes it. */
export type Admission = Pick<Endpoint, 'access' | 'fresh'> & {
  /** Keeps something more about the student, which those under 14 need a guardian for. */
  needsConsent: boolean
}

export type SessionGuard = {
  /**
   * Whose request it is; null on public calls, where no token is read.
   * @throws ExpectedError `session_expired`, `upload_ticket_invalid` for an upload ticket,
   * `guardian_consent_required`
   */
  callerOf: (request: FastifyRequest, admission: Admission) => Promise<Caller | null>
  /** Ends the request's session at once in this process, within `rememberMs` in the others. */
  revoke: (request: FastifyRequest) => Promise<void>
  /**
   * Drops what this process remembers of a student's sessions and tickets. To be called after each change of
   * what they may do has been committed; other processes follow within `rememberMs`.
   */
  forget: (studentId: string) => void
}

const rememberMs = 45_000
const rememberMissMs = 5_000
const rememberedTokens = 50_000

const noOwner = { studentId: null } as const
type Known = TokenOwner | typeof noOwner

/** Finds who a bearer token belongs to; remembers the answer for a short while, so that most requests ask no database. */
export function createSessionGuard(deps: {
  database: Database
  clock: () => Date
  /** Called for a session's token that opens nothing, once in a few seconds. */
  onUnknown?: (hash: Buffer, request: FastifyRequest) => void
}): SessionGuard {
  const { database, clock } = deps
  const remembered = new LRUCache<string, Known>({
    max: rememberedTokens,
    ttl: rememberMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })
  /** Rises with each change, so that a look-up that began before it is not remembered after it. */
  let changes = 0

  const isStanding = (known: Known): known is TokenOwner =>
    known.studentId !== null && known.endsAtMs > clock().getTime()

  const lookUp = async (kind: TokenKind, hash: Buffer): Promise<Known> => {
    const before = changes
    const owner = await findTokenOwner(database.db, { kind, hash, now: clock() })
    const known = owner && isStanding(owner) ? owner : noOwner
    if (changes === before) {
      remembered.set(hash.toString('base64'), known, { ttl: known === noOwner ? rememberMissMs : rememberMs })
    }
    return known
  }

  const ownerOf = async (
    { kind, token }: { kind: TokenKind; token: string },
    fresh: boolean,
    request: FastifyRequest,
  ): Promise<TokenOwner | undefined> => {
    const hash = hashToken(token)
    const memory = fresh ? undefined : remembered.get(hash.toString('base64'))
    if (memory && isStanding(memory)) return memory
    // An end is never believed from memory: the deletion may have been taken back through another process.
    const known = memory === noOwner ? noOwner : await lookUp(kind, hash)
    if (isStanding(known)) return known
    if (memory !== noOwner && kind === 'zk_') deps.onUnknown?.(hash, request)
    return undefined
  }

  return {
    callerOf: async (request, { access, fresh = false, needsConsent }) => {
      if (access === 'public') return null
      const sent = bearerToken(request.headers.authorization)
      if (!sent) return fail('session_expired')
      const { kind } = sent
      if (kind === 'zt_' && access !== 'upload') return fail('session_expired')
      const refusal = kind === 'zt_' ? 'upload_ticket_invalid' : 'session_expired'
      // What needs consent is rare and writes anyway: the age, or the guardian's consent, may just have been given
      // through another process.
      const owner = (await ownerOf(sent, fresh || needsConsent, request)) ?? fail(refusal)
      if (needsConsent && owner.awaitsConsent) return fail('guardian_consent_required')
      return { studentId: owner.studentId, sessionId: owner.sessionId }
    },

    revoke: async (request) => {
      const sent = bearerToken(request.headers.authorization)
      if (!sent) return
      const hash = hashToken(sent.token)
      await revokeSession(database.db, hash, clock())
      changes += 1
      remembered.delete(hash.toString('base64'))
    },

    forget: (studentId) => {
      changes += 1
      for (const [key, known] of remembered.entries()) {
        if (known.studentId === studentId) remembered.delete(key)
      }
    },
  }
}
