import { apiBasePath, sharedReplyKeys, storedReplyHeader } from '#contract/constants.ts'

/** What makes a reply safe to share between the students of a device. Pure; `shared-cache.ts` wires it. */

const patterns = sharedReplyKeys.map((key) => {
  const path = apiBasePath + key.slice('GET '.length)
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
})

/** Same path, but for a student's own (private) pack the page asks past every cache: then it passes through. */
export const isSharedReply = (url: URL, request: Pick<Request, 'method' | 'cache'>): boolean =>
  request.method === 'GET' &&
  request.cache !== 'no-store' &&
  patterns.some((pattern) => pattern.test(url.pathname))

/** The request without anything that says whose it is; also the key under which its reply is kept. */
export const anonymous = (request: Request): Request =>
  new Request(request.url, { headers: { Accept: 'application/json' }, credentials: 'omit' })

/** A reply of the cache, so that it never counts as fresh. */
export const marked = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set(storedReplyHeader, '1')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/**
 * NetworkFirst falls back only when the fetch throws: a broken server must do so, too.
 * @throws Error for a status of 500 or more
 */
export const refuseBroken = (response: Response): Response => {
  if (response.status >= 500) throw new Error(`status ${response.status}`)
  return response
}

/** Null for a reply that its server calls personal: it is passed on, but not kept. */
export const ifPublic = (response: Response): Response | null =>
  /private|no-store/.test(response.headers.get('cache-control') ?? '') ? null : response
