import { expect, test } from 'vitest'
import { springFrames, springMs, swipeOf } from './swipe-motion.ts'

test('far enough or fast enough is a swipe, towards the side of the reading direction', () => {
  expect(swipeOf(140, 0, 360, false)).toBe('end')
  expect(swipeOf(-140, 0, 360, false)).toBe('start')
  expect(swipeOf(140, 0, 360, true)).toBe('start')
  expect(swipeOf(50, 0.8, 360, false)).toBe('end')
})

test('a little is none, and neither is a finger that comes back', () => {
  expect(swipeOf(100, 0.1, 360, false)).toBeNull()
  expect(swipeOf(20, 2, 360, false)).toBeNull()
  expect(swipeOf(200, -0.8, 360, false)).toBeNull()
})

test('the spring starts where it was let go, comes to rest in its place and takes well under a second', () => {
  const frames = springFrames(120, 0.4)
  expect(frames[0]).toBe(120)
  expect(frames.at(-1)).toBe(0)
  expect(Math.min(...frames)).toBeLessThan(0)
  expect(springMs(frames)).toBeLessThan(900)
})
