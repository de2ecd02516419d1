import { act, renderHook } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dropInstallEvent, saveInstallEvent } from './install-event.ts'
import { installMemory, noteSitting } from './install-memory.ts'
import { useInstall } from './use-install.ts'

beforeAll(saveInstallEvent)
beforeEach(dropInstallEvent)

const offer = (outcome: 'accepted' | 'dismissed') => {
  const prompt = vi.fn(async () => ({ outcome }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(event))
  return { event, prompt }
}

test('the browser is kept from asking by itself, and asks when the student wants it', async () => {
  const { result } = renderHook(useInstall)
  expect(result.current.way).toBe('menu')
  const { event, prompt } = offer('accepted')
  expect(event.defaultPrevented).toBe(true)
  expect(result.current.way).toBe('prompt')
  await act(() => result.current.install())
  expect(prompt).toHaveBeenCalledOnce()
  expect(result.current.way).toBe('menu')
  expect(installMemory().dismissedAt).toBeNull()
})

test('once installed there is nothing to offer', () => {
  const { result } = renderHook(useInstall)
  offer('accepted')
  act(() => void dispatchEvent(new Event('appinstalled')))
  expect(result.current.way).toBe('installed')
})

test('a sitting makes it worth offering, a no to the browser ends that', async () => {
  const { result } = renderHook(useInstall)
  expect(result.current.isWorthOffering).toBe(false)
  act(noteSitting)
  expect(result.current.isWorthOffering).toBe(true)
  offer('dismissed')
  await act(() => result.current.install())
  expect(result.current.isWorthOffering).toBe(false)
})
