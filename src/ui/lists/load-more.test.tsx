import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadMore } from './load-more.tsx'

const sources = import.meta.glob<string>('../../features/**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
})

let margins: (string | undefined)[]
let comeNear: () => void

beforeEach(() => {
  margins = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        margins.push(options?.rootMargin)
        comeNear = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const end = (status: 'more' | 'loading' | 'failed' | 'end', onMore = vi.fn()) => {
  render(
    <LoadMore
      status={status}
      onMore={onMore}
      thresholdPx={100}
      loadingLabel="正在加载"
      failedLabel="没有加载出来"
      retryLabel="重试"
    />,
  )
  return onMore
}

test('[9.4] more is asked for when the end of the list comes within 100 px below what is visible', () => {
  const onMore = end('more')
  expect(margins).toEqual(['0px 0px 100px'])
  expect(onMore).not.toHaveBeenCalled()
  comeNear()
  expect(onMore).toHaveBeenCalledOnce()
})

test('nothing is asked for while the next page is under way, has failed, or does not exist', () => {
  for (const status of ['loading', 'failed', 'end'] as const) end(status)
  expect(margins).toEqual([])
})

test('[9.4] every list of the app that goes on has this threshold', () => {
  const given = Object.values(sources).flatMap((text) => [...text.matchAll(/\bthresholdPx=\{([^}]+)\}/g)])
  expect(given.length).toBeGreaterThan(4)
  expect(given.map(([, name]) => name).filter((name) => name !== 'loadMoreThresholdPx')).toEqual([])
  const near = Object.values(sources).flatMap((text) => [...text.matchAll(/\buseNearEnd\(\s*([^,]+),/g)])
  expect(near.map(([, name]) => name).filter((name) => name !== 'loadMoreThresholdPx')).toEqual([])
})
