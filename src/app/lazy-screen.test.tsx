import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '#src/i18n/i18n.ts'
import { lazyScreen } from './lazy-screen.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  startI18n('zh-CN')
  // React reports what an error boundary caught; that is this test's subject, not its output.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = (Screen: ComponentType) =>
  render(
    <MemoryRouter>
      <Screen />
    </MemoryRouter>,
  )

test('[2.3] the skeleton stands until the screen is there', async () => {
  open(lazyScreen(async () => () => <p>到了</p>, <i data-testid="skeleton" />))
  expect(screen.getByTestId('skeleton')).toBeTruthy()
  await pass(0)
  expect(screen.getByText('到了')).toBeTruthy()
})

test('after eight seconds it says that the network is slow and offers the way back', async () => {
  open(lazyScreen(() => new Promise(() => {}), null))
  await pass(7999)
  expect(screen.queryByText('网络较慢，还在加载…')).toBeNull()
  await pass(1)
  expect(screen.getByText('网络较慢，还在加载…')).toBeTruthy()
  expect(screen.getByRole('button', { name: '不等了，返回' })).toBeTruthy()
})

test('[2.4, 9.13] after 120 seconds it is an error, and 重试 loads the screen again', async () => {
  let never = true
  const load = async () => {
    if (never) await new Promise(() => {})
    return () => <p>到了</p>
  }
  open(lazyScreen(load, null))
  await pass(120_000)
  expect(screen.getByRole('alert').textContent).toContain('页面没有加载出来')
  never = false
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await pass(0)
  expect(screen.getByText('到了')).toBeTruthy()
})
