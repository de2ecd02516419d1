/**
 * Who is signed in on this page. A token with a known account is signed in at once, network or not; a
 * token without one is `loading` until the profile call has said whose it is.
 */

export type Session =
  | { status: 'signed-out' }
  | { status: 'loading' }
  | { status: 'signed-in'; accountId: string }

export type SessionStorage = {
  readToken: () => string | null
  writeToken: (token: string) => void
  clearToken: () => void
  readAccountId: () => string | null
  writeAccountId: (accountId: string) => void
}

export type SessionStore = {
  get: () => Session
  subscribe: (listener: () => void) => () => void
  isSignedIn: (accountId: string) => boolean
  token: () => string | null
  /** The last account that was signed in here, even if its session has ended. */
  lastAccountId: () => string | null
  signedIn: (accountId: string, token: string) => void
  /** The profile call has said whose token it is. */
  identified: (accountId: string) => void
  /** The token is void or was given up: it is cleared. */
  ended: () => void
}

export function createSessionStore(storage: SessionStorage): SessionStore {
  const listeners = new Set<() => void>()

  const current = (): Session => {
    if (storage.readToken() === null) return { status: 'signed-out' }
    const accountId = storage.readAccountId()
    return accountId === null ? { status: 'loading' } : { status: 'signed-in', accountId }
  }

  let session = current()
  const update = (): void => {
    session = current()
    listeners.forEach((listener) => listener())
  }

  return {
    get: () => session,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSignedIn: (accountId) => session.status === 'signed-in' && session.accountId === accountId,
    token: storage.readToken,
    lastAccountId: storage.readAccountId,
    signedIn: (accountId, token) => {
      storage.writeAccountId(accountId)
      storage.writeToken(token)
      update()
    },
    identified: (accountId) => {
      storage.writeAccountId(accountId)
      update()
    },
    ended: () => {
      storage.clearToken()
      update()
    },
  }
}
