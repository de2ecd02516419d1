import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WidePart } from './wide-part.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Nothing is laid out here: the widths are said, and the observer reports them as soon as it is asked. */
const layOut = (contentPx: number, placePx: number): void => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(contentPx)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(placePx)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe = (): void => this.#tell()
      disconnect = (): void => undefined
    },
  )
}

const part = (): HTMLElement | null => {
  render(
    <WidePart>
      <p>x</p>
    </WidePart>,
  )
  return screen.getByText('x').parentElement
}

test('what is wider than its place is reached by the keys', () => {
  layOut(500, 300)
  expect(part()?.tabIndex).toBe(0)
})

test('what has room is no stop on the way', () => {
  layOut(300, 300)
  expect(part()?.tabIndex).toBe(-1)
})
