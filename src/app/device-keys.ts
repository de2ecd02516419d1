/** Under which names the page keeps what its first frame needs, in local storage. */

/** The last account that was signed in here. */
export const accountIdKey = 'zhika_account'

/** The first frame's slice of an account: see `query-client.ts`. */
export const bootKey = (accountId: string): string => `boot:${accountId}`
