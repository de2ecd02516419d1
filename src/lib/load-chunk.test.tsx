import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onRepairAsked } from './app-started.ts'
import { ChunkLoadError, loadChunk } from './load-chunk.ts'

let hidden = false
let online = true

const setHidden = (value: boolean) => {
  hidden = value
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  hidden = false
  online = true
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const failing = (times: number, failure = new TypeError('Failed to fetch dynamically imported module')) => {
  let left = times
  return vi.fn(async () => {
    left -= 1
    if (left >= 0) throw failure
    return { name: 'screen' }
  })
}
const outcome = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)
const budgetMs = 120_000

test('a chunk that fails twice is loaded at the third try', async () => {
  const loaded = loadChunk(failing(2), { budgetMs })
  await vi.advanceTimersByTimeAsync(2000)
  expect(await loaded).toEqual({ name: 'screen' })
})

test('[8.21] after the last try the reason is kept as the cause', async () => {
  const result = outcome(loadChunk(failing(3), { budgetMs }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await result).toMatchObject({
    name: 'ChunkLoadError',
    failure: 'script',
    cause: expect.any(TypeError),
  })
})

/** What a page with these on it asks for when a script does not come. */
const repairsAsked = async (html: string, byStudent: boolean): Promise<boolean[]> => {
  const asked: boolean[] = []
  onRepairAsked((pressed) => asked.push(pressed))
  document.body.innerHTML = html
  const result = outcome(loadChunk(failing(3), { budgetMs, byStudent }))
  await vi.advanceTimersByTimeAsync(5000)
  await result
  document.body.replaceChildren()
  return asked
}

test('without a worker only a new page asks for the script again, and it is begun unasked', async () => {
  expect(await repairsAsked('', false)).toEqual([false])
})

test('a page on which something is being written is reloaded by a press alone', async () => {
  expect(await repairsAsked('<textarea>半句话</textarea>', false)).toEqual([])
  expect(await repairsAsked('<textarea>半句话</textarea>', true)).toEqual([true])
})

const missing = () => new Error('Unable to preload CSS for /assets/a.css')
/** The document's answers to inserted sheets, one after the other; the last one stays. */
const answerSheets = (...answers: ('load' | 'error')[]) =>
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    queueMicrotask(() => (link as HTMLLinkElement).dispatchEvent(new Event(answer ?? 'error')))
  })

test('[8.22] a sheet that failed is put in by hand before the next import, also by a later call', async () => {
  const append = answerSheets('error', 'error', 'load')
  const load = failing(1, missing())
  const result = outcome(loadChunk(load, { budgetMs }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(await result).toMatchObject({
    name: 'ChunkLoadError',
    failure: 'stylesheet',
    message: 'stylesheet chunk load failed',
  })
  expect(load).toHaveBeenCalledTimes(1)
  expect(await loadChunk(load, { budgetMs })).toEqual({ name: 'screen' })
  expect(append.mock.calls.map(([link]) => (link as HTMLLinkElement).getAttribute('href'))).toEqual(
    Array(3).fill('/assets/a.css'),
  )
  await loadChunk(load, { budgetMs })
  expect(append).toHaveBeenCalledTimes(3)
})

test('an import that resolves to nothing is a failure', async () => {
  const result = outcome(loadChunk(async () => undefined, { budgetMs, tries: 1 }))
  expect(await result).toMatchObject({ failure: 'empty' })
})

test('[2.4] a chunk that never comes is given up after the budget and not before', async () => {
  const settled = vi.fn()
  const result = outcome(loadChunk(() => new Promise(() => {}), { budgetMs })).then((error) => {
    settled()
    return error
  })
  await vi.advanceTimersByTimeAsync(budgetMs - 1)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toEqual(new ChunkLoadError('timeout'))
})

test('time in the background does not count', async () => {
  const settled = vi.fn()
  void outcome(loadChunk(() => new Promise(() => {}), { budgetMs })).then(settled)
  await vi.advanceTimersByTimeAsync(100_000)
  setHidden(true)
  await vi.advanceTimersByTimeAsync(600_000)
  setHidden(false)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalled()
})

test('without a network the next try waits for it', async () => {
  online = false
  const load = failing(1)
  const loaded = loadChunk(load, { budgetMs })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
  online = true
  dispatchEvent(new Event('online'))
  expect(await loaded).toEqual({ name: 'screen' })
})

test('waiting for the network ends with the budget', async () => {
  online = false
  const result = outcome(loadChunk(failing(1), { budgetMs }))
  await vi.advanceTimersByTimeAsync(budgetMs)
  expect(await result).toMatchObject({ failure: 'timeout' })
})
