import { askForRepair } from './app-started.ts'

/**
 * Loads a part of the app on demand. All tries happen in here: React.lazy keeps a rejection for good.
 * One budget covers them all; it stands still while the page is hidden, where browsers slow down.
 */

export type ChunkFailure = 'timeout' | 'script' | 'stylesheet' | 'empty'

export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  readonly failure: ChunkFailure

  constructor(failure: ChunkFailure, options?: ErrorOptions) {
    super(
      failure === 'stylesheet' ? 'stylesheet chunk load failed' : `chunk load failed: ${failure}`,
      options,
    )
    this.failure = failure
  }
}

type LoadOptions = {
  budgetMs: number
  tries?: number
  /** Before the second try; doubled before each further one. */
  pauseMs?: number
  /** A press asked for it. */
  byStudent?: boolean
}

/**
 * @param load the dynamic import
 * @throws ChunkLoadError when the tries or the budget are used up
 */
export async function loadChunk<T>(load: () => Promise<T>, options: LoadOptions): Promise<T> {
  const { budgetMs, tries = 3, pauseMs = 500, byStudent = false } = options
  const over = new AbortController()
  const stopClock = runClock(budgetMs, () => over.abort())
  const timeout = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(new ChunkLoadError('timeout')))
  })
  const attempt = async (left: number, waitMs: number): Promise<T> => {
    try {
      return await present(load)
    } catch (error) {
      const failure = asChunkLoadError(error)
      if (left <= 1 || over.signal.aborted) throw failure
      await pauseOrOnline(waitMs, over.signal)
      if (over.signal.aborted) throw new ChunkLoadError('timeout')
      return attempt(left - 1, waitMs * 2)
    }
  }
  try {
    return await Promise.race([attempt(tries, pauseMs), timeout])
  } catch (error) {
    if (error instanceof ChunkLoadError && error.failure === 'script') beginAnew(byStudent)
    throw error
  } finally {
    stopClock()
  }
}

const isWriting = (): boolean =>
  Array.from(document.querySelectorAll('textarea')).some(({ value }) => value !== '')

/**
 * Most browsers remember that a script did not come, as long as the page lives, and answer each further import from
 * that: only a new page asks the network again. Where a worker serves the scripts, they come from the device.
 */
const beginAnew = (byStudent: boolean): void => {
  if (!navigator.serviceWorker?.controller && (byStudent || !isWriting())) askForRepair(byStudent)
}

/**
 * Sheets that failed. Vite's preload helper asks for each one once and then takes it for loaded, so that
 * a second import would give a screen without style: they are put in by hand before it. Kept for the
 * page, since a student's 重试 is a new call.
 */
const missingSheets = new Set<string>()

const addSheet = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => {
      missingSheets.delete(href)
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      reject(new ChunkLoadError('stylesheet'))
    })
    document.head.append(link)
  })

/** The helper also resolves to nothing when a listener prevented its error. */
const present = async <T>(load: () => Promise<T>): Promise<T> => {
  await Promise.all([...missingSheets].map(addSheet))
  const module = await load()
  if (module === undefined) throw new ChunkLoadError('empty')
  return module
}

const asChunkLoadError = (cause: unknown): ChunkLoadError => {
  if (cause instanceof ChunkLoadError) return cause
  const href = /Unable to preload CSS for (\S+)/.exec(String(cause))?.[1]
  if (href !== undefined) missingSheets.add(href)
  return new ChunkLoadError(href === undefined ? 'script' : 'stylesheet', { cause })
}

/** Calls back after `budgetMs` of time in which the page was visible. Returns how to stop. */
const runClock = (budgetMs: number, onOver: () => void): (() => void) => {
  let leftMs = budgetMs
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (): void => {
    clearTimeout(timer)
    if (timer !== undefined) leftMs -= performance.now() - startedAt
    timer = undefined
    if (document.hidden) return
    startedAt = performance.now()
    timer = setTimeout(onOver, Math.max(0, leftMs))
  }
  run()
  document.addEventListener('visibilitychange', run)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', run)
  }
}

/** Waits, and while there is no network until there is one; ends early when the budget is over. */
const pauseOrOnline = (waitMs: number, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      over.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(() => navigator.onLine && done(), waitMs)
    addEventListener('online', done)
    over.addEventListener('abort', done)
  })
