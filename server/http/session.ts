import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { fail } from './errors.ts'
import { bearerToken, hashToken, type TokenKind } from './token.ts'

export type SessionGuard = {
  /**
   * Whose request it is; null on public calls, where no token is read.
   * @throws ExpectedError `session_expired`, or `upload_ticket_invalid` for an upload ticket
   */
  studentOf: (request: FastifyRequest, access: Endpoint['access']) => Promise<string | null>
  /** Ends the request's session at once in this process, within `rememberMs` in the others. */
  revoke: (request: FastifyRequest) => Promise<void>
}

const rememberMs = 45_000
const rememberMissMs = 5_000
const rememberedTokens = 50_000
/** How exact "last seen" is: one write an hour and session. */
const touchAfterMs = 3_600_000

type Known = { studentId: string; expiresAtMs: number } | { studentId: null; expiresAtMs: null }

const unknownToken: Known = { studentId: null, expiresAtMs: null }

/** Finds who a bearer token belongs to; remembers the answer for a short while, so that most requests ask no database. */
export const createSessionGuard = (deps: { database: Database; clock: () => Date }): SessionGuard => {
  const { database, clock } = deps
  const remembered = new LRUCache<string, Known>({
    max: rememberedTokens,
    ttl: rememberMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
  })

  const touch = (hash: Buffer) =>
    database.db
      .updateTable('sessions')
      .set({ last_seen_at: clock() })
      .where('token_hash', '=', hash)
      .execute()

  const lookUpSession = async (hash: Buffer): Promise<Known> => {
    const row = await database.db
      .selectFrom('sessions')
      .select(['student_id', 'expires_at', 'last_seen_at'])
      .where('token_hash', '=', hash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!row) return unknownToken
    if (clock().getTime() - row.last_seen_at.getTime() >= touchAfterMs) await touch(hash)
    return { studentId: row.student_id, expiresAtMs: row.expires_at.getTime() }
  }

  const lookUpTicket = async (hash: Buffer): Promise<Known> => {
    const row = await database.db
      .selectFrom('upload_tickets')
      .select(['student_id', 'expires_at'])
      .where('token_hash', '=', hash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    return row ? { studentId: row.student_id, expiresAtMs: row.expires_at.getTime() } : unknownToken
  }

  const ownerOf = async (kind: TokenKind, token: string): Promise<string | null> => {
    const hash = hashToken(token)
    const key = hash.toString('base64')
    let known = remembered.get(key)
    if (!known) {
      known = await (kind === 'zk_' ? lookUpSession(hash) : lookUpTicket(hash))
      remembered.set(key, known, { ttl: known.studentId === null ? rememberMissMs : rememberMs })
    }
    return known.studentId !== null && known.expiresAtMs > clock().getTime() ? known.studentId : null
  }

  return {
    studentOf: async (request, access) => {
      if (access === 'public') return null
      const sent = bearerToken(request.headers.authorization)
      if (!sent) return fail('session_expired')
      if (sent.kind === 'zt_' && access !== 'upload') return fail('session_expired')
      return (
        (await ownerOf(sent.kind, sent.token)) ??
        fail(sent.kind === 'zt_' ? 'upload_ticket_invalid' : 'session_expired')
      )
    },

    revoke: async (request) => {
      const sent = bearerToken(request.headers.authorization)
      if (!sent) return
      const hash = hashToken(sent.token)
      await database.db
        .updateTable('sessions')
        .set({ revoked_at: clock() })
        .where('token_hash', '=', hash)
        .where('revoked_at', 'is', null)
        .execute()
      remembered.set(hash.toString('base64'), unknownToken, { ttl: rememberMissMs })
    },
  }
}
