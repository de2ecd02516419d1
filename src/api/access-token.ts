import { accessTokenKey } from '#contract/constants.ts'

/** The session's token in local storage, under the key that the specification names. Page only. */

export const readAccessToken = (): string | null => localStorage.getItem(accessTokenKey)
export const writeAccessToken = (token: string): void => localStorage.setItem(accessTokenKey, token)
export const clearAccessToken = (): void => localStorage.removeItem(accessTokenKey)
