import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FloatingCard } from './floating-card.tsx'

afterEach(cleanup)

test('it is a named aside that takes no focus, leaves room below the page and goes when it is dismissed', () => {
  const onDismiss = vi.fn()
  const { unmount } = render(
    <FloatingCard title="把知卡放到桌面" icon={null} dismissLabel="以后再说" onDismiss={onDismiss}>
      没有网络也能学
    </FloatingCard>,
  )
  expect(screen.getByRole('complementary', { name: '把知卡放到桌面' })).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
  expect(document.body.style.paddingBlockEnd).not.toBe('')
  fireEvent.click(screen.getByRole('button', { name: '以后再说' }))
  expect(onDismiss).toHaveBeenCalledOnce()
  unmount()
  expect(document.body.style.paddingBlockEnd).toBe('')
})
