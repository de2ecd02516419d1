import { expect, test } from 'vitest'
import { leanOf, springFrames, springMs, swipeOf, type Vector } from './swipe-motion.ts'

const at = (x: number, y = 0): Vector => ({ x, y })

test('far enough or fast enough is a swipe, towards the side of the reading direction', () => {
  expect(swipeOf(at(140), at(0), 360, false)).toBe('end')
  expect(swipeOf(at(-140), at(0), 360, false)).toBe('start')
  expect(swipeOf(at(140), at(0), 360, true)).toBe('start')
  expect(swipeOf(at(50), at(0.8), 360, false)).toBe('end')
})

test('the longer way counts: up and down are the same in every reading direction', () => {
  expect(swipeOf(at(60, -150), at(0), 360, false)).toBe('up')
  expect(swipeOf(at(-60, 150), at(0), 360, true)).toBe('down')
  expect(swipeOf(at(150, -60), at(0, -2), 360, false)).toBe('end')
})

test('a little is none, and neither is a finger that comes back', () => {
  expect(swipeOf(at(100), at(0.1), 360, false)).toBeNull()
  expect(swipeOf(at(20), at(2), 360, false)).toBeNull()
  expect(swipeOf(at(200), at(-0.8), 360, false)).toBeNull()
  expect(swipeOf(at(0, -200), at(0, 0.8), 360, false)).toBeNull()
})

test('a wide card asks for no longer way than a thumb has', () => {
  expect(swipeOf(at(150), at(0), 640, false)).toBe('end')
  expect([leanOf(at(70), 640), leanOf(at(0, -400), 640)]).toEqual([0.5, 1])
})

test('the spring starts where it was let go, comes to rest in its place and takes well under a second', () => {
  const frames = springFrames(at(120, -40), at(0.4))
  expect(frames[0]).toEqual(at(120, -40))
  expect(frames.at(-1)).toEqual(at(0))
  expect(Math.min(...frames.map(({ x }) => x))).toBeLessThan(0)
  expect(springMs(frames)).toBeLessThan(900)
})
