import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attachSwipe } from './swipe-gesture.ts'

/** The engine of these tests has no Web Animations: every motion is over at once. */
const animate = vi.fn(() => ({ finished: Promise.resolve(), cancel: () => {} }))
let card: HTMLElement
let stop: () => void
const onSwipe = vi.fn<(side: string) => unknown>()
const start = (isUpright = false, isStill = false) => {
  stop = attachSwipe(card, { isUpright, isStill }, onSwipe)
}

beforeEach(() => {
  card = document.createElement('div')
  card.innerHTML = '<section data-scroller><p>海内存知己</p><button>收藏</button></section>'
  document.body.append(card)
  Object.assign(card, { animate, setPointerCapture: () => {}, cloneNode: likeness })
  Object.defineProperty(card, 'offsetWidth', { value: 360 })
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
  vi.resetAllMocks()
  animate.mockImplementation(() => ({ finished: Promise.resolve(), cancel: () => {} }))
})

const likeness = () => Object.assign(document.createElement('div'), { animate })
const point = (x: number, y = 0) => ({ pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: y })
const drag = (target: Element, ...ways: [number, number?][]) => {
  fireEvent.pointerDown(target, point(...(ways[0] ?? [0])))
  for (const way of ways.slice(1)) fireEvent.pointerMove(target, point(...way))
}
const text = () => card.querySelector('p')!
const scroller = () => card.querySelector('section')!
const makeLong = () => Object.defineProperty(scroller(), 'scrollHeight', { value: 900 })

test('the card follows the finger, and its owner learns at once that it was let go', () => {
  start()
  drag(text(), [0], [40], [120], [180])
  expect(card.style.transform).toContain('translate(180px, 0px)')
  expect([card.dataset.lean, card.style.getPropertyValue('--lean')]).toEqual(['end', '1'])
  expect(onSwipe).not.toHaveBeenCalled()
  fireEvent.pointerUp(text(), point(180))
  expect(onSwipe).toHaveBeenCalledExactlyOnceWith('end')
  expect([card.style.transform, card.dataset.lean]).toEqual(['', undefined])
})

test('what flies away cannot be touched or read, and is gone after its flight', async () => {
  start()
  drag(text(), [0], [180])
  fireEvent.pointerUp(text(), point(180))
  expect(card.nextElementSibling?.getAttribute('aria-hidden')).toBe('true')
  await expect.poll(() => card.nextElementSibling).toBeNull()
})

test('a card whose swipe is still being worked on stays hidden and takes no second one', async () => {
  let finish = () => {}
  onSwipe.mockReturnValue(new Promise<void>((resolve) => (finish = resolve)))
  start()
  drag(text(), [0], [180])
  fireEvent.pointerUp(text(), point(180))
  drag(text(), [0], [180])
  fireEvent.pointerUp(text(), point(180))
  expect([card.style.opacity, onSwipe.mock.calls.length]).toEqual(['0', 1])
  finish()
  await expect.poll(() => card.style.opacity).toBe('')
})

test('the click that ends a drag is no press', () => {
  start()
  const onClick = vi.fn()
  text().addEventListener('click', onClick)
  drag(text(), [0], [30])
  fireEvent.pointerUp(text(), point(30))
  fireEvent.click(text())
  expect(onClick).not.toHaveBeenCalled()
  fireEvent.click(text())
  expect(onClick).toHaveBeenCalledOnce()
})

test('a finger that the browser takes away, and one that is joined by another, springs back', () => {
  start()
  drag(text(), [0], [200])
  fireEvent.pointerCancel(text(), point(200))
  drag(text(), [0], [200])
  fireEvent.pointerDown(text(), { ...point(0), pointerId: 2, isPrimary: false })
  fireEvent.pointerUp(text(), point(200))
  expect(animate).toHaveBeenCalledTimes(2)
  expect([card.dataset.lean, onSwipe.mock.calls.length]).toEqual([undefined, 0])
})

test('a vertical finger scrolls, and a control keeps its own touches', () => {
  start()
  drag(text(), [0], [5, 40], [200, 40])
  expect(card.style.transform).toBe('')
  fireEvent.pointerUp(text(), point(200, 40))
  drag(card.querySelector('button')!, [0], [200])
  expect(card.style.transform).toBe('')
})

test('up and down count on a card that has nothing to scroll, and the browser leaves them alone', () => {
  start(true)
  expect(scroller().style.touchAction).toBe('pinch-zoom')
  drag(text(), [0], [10, -160])
  fireEvent.pointerUp(text(), point(10, -160))
  expect(onSwipe).toHaveBeenCalledExactlyOnceWith('up')
})

test('a long card keeps its scrolling, and swipes sideways', () => {
  makeLong()
  start(true)
  expect(scroller().style.touchAction).toBe('pan-y pinch-zoom')
  drag(text(), [0], [10, -160])
  fireEvent.pointerUp(text(), point(10, -160))
  expect(onSwipe).not.toHaveBeenCalled()
  drag(text(), [0], [-60, 4], [-160, 30])
  expect(card.style.transform).toContain('translate(-160px, 0px)')
  fireEvent.pointerUp(text(), point(-160, 30))
  expect(onSwipe).toHaveBeenCalledExactlyOnceWith('start')
})

test('with reduced motion the hint shows and the swipe counts, and nothing moves', () => {
  start(false, true)
  drag(text(), [0], [180])
  expect([card.dataset.lean, card.style.transform]).toEqual(['end', ''])
  fireEvent.pointerUp(text(), point(180))
  expect(onSwipe).toHaveBeenCalledExactlyOnceWith('end')
  expect(animate).not.toHaveBeenCalled()
})

test('a mouse selects text', () => {
  start()
  fireEvent.pointerDown(text(), { ...point(0), pointerType: 'mouse' })
  fireEvent.pointerMove(text(), { ...point(180), pointerType: 'mouse' })
  expect(card.dataset.lean).toBeUndefined()
})
