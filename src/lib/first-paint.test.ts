import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Callback = (list: { getEntriesByName: (name: string) => unknown[] }) => void

let paint: (name: string) => void

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = ['paint']
      constructor(callback: Callback) {
        paint = (name) => callback({ getEntriesByName: (wanted) => (wanted === name ? [{}] : []) })
      }
      observe = () => {}
      disconnect = () => {}
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Whether it has resolved by now. */
const state = async (promise: Promise<void>): Promise<'painted' | 'waiting'> => {
  let settled: 'painted' | 'waiting' = 'waiting'
  void promise.then(() => {
    settled = 'painted'
  })
  await vi.advanceTimersByTimeAsync(0)
  return settled
}

test('it waits for the first frame that shows something', async () => {
  const { firstPaint } = await import('./first-paint.ts')
  const waiting = firstPaint()
  paint('first-paint')
  expect(await state(waiting)).toBe('waiting')
  paint('first-contentful-paint')
  expect(await state(waiting)).toBe('painted')
})

test('it does not wait for ever', async () => {
  const { firstPaint } = await import('./first-paint.ts')
  const waiting = firstPaint()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await state(waiting)).toBe('painted')
})

test('a hidden page paints nothing and waits for nothing', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  const { firstPaint } = await import('./first-paint.ts')
  expect(await state(firstPaint())).toBe('painted')
})

test('in a browser that reports no paints nothing is waited for', async () => {
  vi.stubGlobal('PerformanceObserver', undefined)
  const { firstPaint } = await import('./first-paint.ts')
  expect(await state(firstPaint())).toBe('painted')
})

test('a skeleton without a word is not waited for', async () => {
  const { firstPaint, paintsNoContent } = await import('./first-paint.ts')
  paintsNoContent()
  const waiting = firstPaint()
  expect(await state(waiting)).toBe('waiting')
  paintsNoContent()
  expect(await state(waiting)).toBe('painted')
})

test('what no screen shows comes after the screen that was asked for', async () => {
  const { afterHeadStart, afterPaint } = await import('./first-paint.ts')
  const screen = afterPaint()
  const rest = afterHeadStart()
  paint('first-contentful-paint')
  await vi.advanceTimersByTimeAsync(100)
  expect([await state(screen), await state(rest)]).toEqual(['painted', 'waiting'])
  await vi.advanceTimersByTimeAsync(400)
  expect(await state(rest)).toBe('painted')
})
