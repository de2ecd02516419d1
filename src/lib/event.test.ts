import { expect, test, vi } from 'vitest'
import { createEvent } from './event.ts'

test('what happened before anything listened is passed to those that begin to listen, once', async () => {
  const event = createEvent<[string]>()
  event.tell('early')
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
  event.listen(first)
  event.listen(second)
  await Promise.resolve()
  event.listen(third)
  await Promise.resolve()
  expect(first.mock.calls).toEqual([['early']])
  expect(second.mock.calls).toEqual([['early']])
  expect(third).not.toHaveBeenCalled()
})

test('what was forgotten, or came after the end of listening, is not passed on', async () => {
  const event = createEvent<[string]>()
  const listener = vi.fn()
  event.listen(listener)()
  event.tell('late')
  event.forget()
  const next = vi.fn()
  event.listen(next)
  await Promise.resolve()
  expect([listener.mock.calls, next.mock.calls]).toEqual([[], []])
})
