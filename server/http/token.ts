import { createHash, randomBytes } from 'node:crypto'

/** `zk_` opens a session; `zt_` is an upload ticket, which may only append study records. */
export type TokenKind = 'zk_' | 'zt_'

/** 256 bits of chance: a bearer token that cannot be guessed, so a plain hash keeps it at rest. */
export function newToken(kind: TokenKind): string {
  return kind + randomBytes(32).toString('base64url')
}

/** The form in which the database knows a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const bearer = /^[Bb]earer (z[kt]_[A-Za-z0-9_-]{43})$/

/** The token of an Authorization header; undefined when there is none of ours. */
export function bearerToken(
  authorization: string | undefined,
): { kind: TokenKind; token: string } | undefined {
  const token = bearer.exec(authorization ?? '')?.[1]
  return token === undefined ? undefined : { kind: token.slice(0, 3) as TokenKind, token }
}
