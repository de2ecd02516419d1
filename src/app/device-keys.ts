/** Under which names the page keeps what its first frame needs, in local storage. */

/** The last account that was signed in here. */
export const accountIdKey = 'zhika_account'

/** The first frame's slice of an account: see `query-client.ts`. */
export function firstFrameKey(accountId: string): string {
  return `boot:${accountId}`
}

/** `light`, `dark` or `auto`: of the theme whose login background is kept. */
export const loginSchemeKey = 'login_scheme'

/** Which session local storage has seen begin: see `kept-session.ts`. */
export const sessionIdKey = 'zhika_session'

/** Whose session the server has ended: the account is still to be sealed, by this page or the next. */
export const endedAccountKey = 'zhika_ended'
