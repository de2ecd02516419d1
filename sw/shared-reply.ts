import { apiBasePath, sharedReplyKeys, storedReplyHeader } from '#contract/constants.ts'

/** What makes a reply safe to share between the students of a device. Pure; `shared-cache.ts` wires it. */

const patterns = sharedReplyKeys.map((key) => {
  const path = apiBasePath + key.slice('GET '.length)
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
})

/** Same path, but for a student's own (private) pack the page asks past every cache: then it passes through. */
export function isSharedReply(url: URL, request: Pick<Request, 'method' | 'cache'>): boolean {
  return (
    request.method === 'GET' &&
    request.cache !== 'no-store' &&
    patterns.some((pattern) => pattern.test(url.pathname))
  )
}

const sentHeaders = ['AppName', 'Authorization'] as const

/** The page's request as it goes to the server: with its own headers, as every call, and no cookies. */
export function forServer(request: Request): Request {
  const headers = new Headers({ Accept: 'application/json' })
  for (const name of sentHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Request(request.url, { headers, credentials: 'omit' })
}

/** Under which its reply is kept: the address, and nothing of who asked. */
export function keyOf(request: Request): Request {
  return new Request(request.url)
}

/** A reply of the cache, so that it never counts as fresh. */
export function marked(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(storedReplyHeader, '1')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/**
 * NetworkFirst falls back only when the fetch throws: a broken server must do so, too.
 * @throws Error for a status of 500 or more
 */
export function refuseBroken(response: Response): Response {
  if (response.status >= 500) throw new Error(`status ${response.status}`)
  return response
}

/**
 * What is kept of a reply: body and type. Null for one that its server calls personal, or that depends on who asks: it
 * is passed on, but not kept.
 */
export function ifPublic(response: Response): Response | null {
  const isPersonal = /private|no-store/.test(response.headers.get('cache-control') ?? '')
  const dependsOnAsker = /authorization|cookie|\*/i.test(response.headers.get('vary') ?? '')
  if (response.status !== 200 || isPersonal || dependsOnAsker) return null
  const type = response.headers.get('content-type')
  return new Response(response.body, { headers: type === null ? {} : { 'content-type': type } })
}
