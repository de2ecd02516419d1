import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attachSwipe } from './swipe-gesture.ts'

/** The engine of these tests has no Web Animations: every motion is over at once. */
const animate = vi.fn(() => ({ finished: Promise.resolve(), playState: 'finished', cancel: () => {} }))
let card: HTMLElement
let stop: () => void
const onSwipe = vi.fn()

beforeEach(() => {
  card = document.createElement('div')
  card.innerHTML = '<p>海内存知己</p><button>收藏</button>'
  Object.assign(card, { animate, setPointerCapture: () => {} })
  Object.defineProperty(card, 'offsetWidth', { value: 360 })
  document.body.append(card)
  stop = attachSwipe(card, onSwipe)
})
afterEach(() => {
  stop()
  card.remove()
  vi.clearAllMocks()
})

const point = (x: number, y = 0) => ({ pointerId: 1, isPrimary: true, button: 0, clientX: x, clientY: y })
const drag = (target: Element, ...xs: number[]) => {
  fireEvent.pointerDown(target, point(xs[0] ?? 0))
  for (const x of xs.slice(1)) fireEvent.pointerMove(target, point(x))
}
const text = () => card.querySelector('p')!

test('a card that is dragged far leaves, and then its owner learns of it', async () => {
  drag(text(), 0, 40, 120, 180)
  expect(card.style.transform).toContain('translateX(180px)')
  expect(card.dataset.lean).toBe('end')
  expect(onSwipe).not.toHaveBeenCalled()
  fireEvent.pointerUp(text(), point(180))
  await vi.waitFor(() => expect(onSwipe).toHaveBeenCalledExactlyOnceWith('end'))
  expect([card.style.transform, card.dataset.lean]).toEqual(['', undefined])
})

test('the click that ends a drag is no press', () => {
  const onClick = vi.fn()
  text().addEventListener('click', onClick)
  drag(text(), 0, 30)
  fireEvent.pointerUp(text(), point(30))
  fireEvent.click(text())
  expect(onClick).not.toHaveBeenCalled()
  fireEvent.click(text())
  expect(onClick).toHaveBeenCalledOnce()
})

test('a finger that the browser takes away springs back', () => {
  drag(text(), 0, 200)
  fireEvent.pointerCancel(text(), point(200))
  expect(animate).toHaveBeenCalledOnce()
  expect(card.dataset.lean).toBeUndefined()
})

test('a vertical finger scrolls, and a control keeps its own touches', () => {
  fireEvent.pointerDown(text(), point(0))
  fireEvent.pointerMove(text(), point(5, 40))
  fireEvent.pointerMove(text(), point(200, 40))
  expect(card.style.transform).toBe('')
  fireEvent.pointerUp(text(), point(200, 40))
  drag(card.querySelector('button')!, 0, 200)
  expect(card.style.transform).toBe('')
})
