/** One file of the app as the build wrote it, and how it comes to the device: proven by its hash, or not at all. */
export type ShellFile = {
  /** With a slash at its beginning. */
  path: string
  /** `sha256-…`, of the bytes that the server sends. */
  integrity: string
  /** Needed to start and to study: fetched first. */
  isFirst: boolean
}

/** As the build writes it into the worker (`build/shell-manifest.ts`). */
export type ManifestEntry = { url: string; integrity: string; first?: boolean }

/** Without a byte for so long a request is lost: it would hold up its file, and the screen that waits for it. */
const silenceMs = 30_000
const pausesMs = [1_000, 5_000]
/** Of the way, not of the file. `vary` and `etag` would only keep it from being found. */
const headersOfTheWay = [
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'link',
  'transfer-encoding',
  'vary',
  'x-request-id',
]

export function shellFiles(manifest: readonly ManifestEntry[]): ShellFile[] {
  return manifest.map(({ url, integrity, first }) => ({
    path: `/${url}`,
    integrity,
    isFirst: first === true,
  }))
}

export async function integrityOf(body: ArrayBuffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', body)
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`
}

/** @returns the response with its body read, or nothing when it is not the file */
export async function provenCopy(file: ShellFile, response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  const body = await response.arrayBuffer()
  if ((await integrityOf(body)) !== file.integrity) return undefined
  const headers = new Headers(response.headers)
  for (const name of headersOfTheWay) headers.delete(name)
  return new Response(body, { headers })
}

/** @param onBytes called with each part as it arrives */
async function wholeOf(response: Response, onBytes: () => void): Promise<Response> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    onBytes()
    parts.push(part.value)
  }
  return new Response(new Blob(parts), response)
}

async function fetchOnce(file: ShellFile, cache: RequestCache): Promise<Response | undefined> {
  const controller = new AbortController()
  const giveUp = (): void => controller.abort()
  let timer = setTimeout(giveUp, silenceMs)
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, silenceMs)
  }
  try {
    const response = await fetch(file.path, { cache, credentials: 'same-origin', signal: controller.signal })
    wait()
    return await provenCopy(file, await wholeOf(response, wait))
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Asks until the file has come. The first try takes what the browser loaded for the page; the others ask past the
 * browser's own cache, where the page of a portal may lie under the file's name.
 * @throws Error when no answer was the file
 */
export async function fetchFile(file: ShellFile): Promise<Response> {
  let response = await fetchOnce(file, file.path.startsWith('/assets/') ? 'default' : 'no-cache')
  for (const pauseMs of pausesMs) {
    if (response !== undefined || !navigator.onLine) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    response = await fetchOnce(file, 'reload')
  }
  if (response === undefined) throw new Error(`${file.path} did not come as it was built`)
  return response
}
