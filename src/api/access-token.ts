import { accessTokenKey } from '#contract/constants.ts'

/** The session's token in local storage, under the key that the specification names. Page only. */

export function readAccessToken(): string | null {
  return localStorage.getItem(accessTokenKey)
}
export function writeAccessToken(token: string): void {
  return localStorage.setItem(accessTokenKey, token)
}
export function clearAccessToken(): void {
  return localStorage.removeItem(accessTokenKey)
}
