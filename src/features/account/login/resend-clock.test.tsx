import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useResendClock } from './resend-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  sessionStorage.clear()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('it counts whole seconds down to nothing', () => {
  const { result } = renderHook(() => useResendClock())
  expect(result.current.secondsLeft).toBe(0)
  act(() => result.current.start(60))
  expect(result.current.secondsLeft).toBe(60)
  pass(1000)
  expect(result.current.secondsLeft).toBe(59)
  pass(59_000)
  expect(result.current.secondsLeft).toBe(0)
})

test('a reload does not forget it', () => {
  const first = renderHook(() => useResendClock())
  act(() => first.result.current.start(60))
  pass(20_000)
  first.unmount()
  expect(renderHook(() => useResendClock()).result.current.secondsLeft).toBe(40)
})

test('neither a clock set back nor nonsense in the storage can lock the button', () => {
  sessionStorage.setItem('code_resend_at:login', String(Date.now() + 24 * 3_600_000))
  expect(renderHook(() => useResendClock()).result.current.secondsLeft).toBe(0)
  sessionStorage.setItem('code_resend_at:login', 'never')
  expect(renderHook(() => useResendClock()).result.current.secondsLeft).toBe(0)
})

test('a code that was used leaves no wait to the next student', () => {
  const { result, unmount } = renderHook(() => useResendClock())
  act(() => result.current.start(60))
  act(() => result.current.clear())
  expect(result.current.secondsLeft).toBe(0)
  unmount()
  expect(renderHook(() => useResendClock()).result.current.secondsLeft).toBe(0)
})
