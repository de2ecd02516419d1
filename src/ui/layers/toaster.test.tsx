import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, removeToast, showToast } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster appearMs={10} durationMs={2000} fadeMs={300} />)
})

afterEach(() => {
  currentToasts().forEach(({ id }) => removeToast(id))
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const show = (...args: Parameters<typeof showToast>) =>
  act(() => {
    showToast(...args)
  })
const phase = (role: 'status' | 'alert') => screen.getByRole(role).dataset.phase

test('[4.15, 9.11] a toast appears after 10 ms, stays 2000 ms and fades 300 ms', () => {
  show('success', '已保存')
  expect(phase('status')).toBe('waiting')
  pass(9)
  expect(phase('status')).toBe('waiting')
  pass(1)
  expect(phase('status')).toBe('shown')
  pass(1999)
  expect(phase('status')).toBe('shown')
  pass(1)
  expect(phase('status')).toBe('leaving')
  pass(299)
  expect(screen.queryByRole('status')).not.toBeNull()
  pass(1)
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['success', 'status'],
  ['info', 'status'],
  ['warn', 'status'],
  ['error', 'alert'],
  ['failed', 'alert'],
] as const)('[4.14] %s is announced as %s', (kind, role) => {
  show(kind, '消息')
  expect(screen.getByRole(role).textContent).toBe('消息')
  expect(screen.getByRole(role).dataset.kind).toBe(kind)
})

test('a toast may have its own duration', () => {
  show('info', '慢', 5000)
  pass(5009)
  expect(phase('status')).toBe('shown')
  pass(1)
  expect(phase('status')).toBe('leaving')
})

test('the same message is shown once, and its time starts again', () => {
  show('error', '网络连接失败')
  pass(1500)
  show('error', '网络连接失败')
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  pass(1500)
  expect(phase('alert')).toBe('shown')
})

test('of many messages the newest three stay', () => {
  for (const message of ['一', '二', '三', '四']) show('info', message)
  expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toEqual(['二', '三', '四'])
})
