import { patterns } from './paths.ts'

/**
 * The address to go to after login. Anyone can write a link to the login page, so only a path of this
 * very app is followed; `//host`, `/\host`, `javascript:` and the login page itself lead to /home.
 * @param asked from the router's state or the query; anything
 * @param origin of this page
 */
export function returnPath(asked: unknown, origin: string): string {
  if (typeof asked !== 'string' || !asked.startsWith('/')) return patterns.home
  const url = parsed(asked, origin)
  if (url === null || url.origin !== origin || url.pathname === patterns.login) return patterns.home
  return url.pathname + url.search + url.hash
}

const parsed = (address: string, origin: string): URL | null => {
  try {
    return new URL(address, origin)
  } catch {
    return null
  }
}
