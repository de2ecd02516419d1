import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchFile, integrityOf, type ShellFile } from './shell-file.ts'

const text = 'export const screen = 1'
const bytes = new TextEncoder().encode(text)

const fileOf = async (): Promise<ShellFile> => ({
  path: '/assets/screen.js',
  integrity: await integrityOf(bytes.buffer),
  isFirst: false,
})

/** A body that sends its parts one after another, each after this pause, and breaks off when it is given up. */
const slowly = (parts: readonly Uint8Array[], pauseMs: number, signal: AbortSignal | null | undefined) =>
  new ReadableStream<Uint8Array>({
    start: async (out) => {
      signal?.addEventListener('abort', () => out.error(new Error('aborted')))
      for (const part of parts) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        if (signal?.aborted) return
        out.enqueue(part)
      }
      out.close()
    },
  })

const never = 86_400_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a file of the app on its way', () => {
  test('whose answer falls silent in the middle is asked for again, past the cache of the browser', async () => {
    const asked: (RequestCache | undefined)[] = []
    vi.stubGlobal('fetch', (_path: string, { cache, signal }: RequestInit) => {
      asked.push(cache)
      const isFirst = asked.length === 1
      return Promise.resolve(new Response(isFirst ? slowly([bytes], never, signal) : text))
    })
    const fetching = fetchFile(await fileOf())
    await vi.advanceTimersByTimeAsync(40_000)
    expect(asked).toEqual(['default', 'reload'])
    expect(await (await fetching).text()).toBe(text)
  })

  test('that comes slowly, but comes, is waited for', async () => {
    let asked = 0
    const parts = Array.from({ length: bytes.length }, (_, index) => bytes.slice(index, index + 1))
    vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
      asked += 1
      return Promise.resolve(new Response(slowly(parts, 20_000, signal)))
    })
    const fetching = fetchFile(await fileOf())
    await vi.advanceTimersByTimeAsync(20_000 * (parts.length + 1))
    expect(await (await fetching).text()).toBe(text)
    expect(asked).toBe(1)
  })
})
