import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

const open = (props: Partial<Parameters<typeof Dialog>[0]> = {}) => {
  const onClose = vi.fn()
  const onConfirm = vi.fn()
  const dialog = (isOpen: boolean) => (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="要退出登录吗？"
      cancelLabel="取消"
      confirmLabel="退出登录"
      onConfirm={onConfirm}
      {...props}
    >
      会清除资料
    </Dialog>
  )
  const { rerender } = render(dialog(true))
  return { onClose, onConfirm, close: () => rerender(dialog(false)) }
}
const element = () => document.querySelector('dialog')

test('it opens as a modal that has its title for a name and its text for a description', () => {
  open()
  const dialog = screen.getByRole('alertdialog', { name: '要退出登录吗？' })
  expect(element()?.open).toBe(true)
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '会清除资料',
  )
})

test('Esc asks the owner and does not close by itself', () => {
  const { onClose } = open()
  const cancel = new Event('cancel', { cancelable: true })
  element()?.dispatchEvent(cancel)
  expect(cancel.defaultPrevented).toBe(true)
  expect(onClose).toHaveBeenCalledOnce()
  expect(element()?.open).toBe(true)
})

test('the owner closes it, and what was inside is gone', () => {
  const { close } = open()
  close()
  expect(element()?.open).toBe(false)
  expect(screen.queryByText('会清除资料')).toBeNull()
})

test('the two answers do their own thing', () => {
  const { onClose, onConfirm } = open()
  fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('while it is busy a second confirmation does nothing', () => {
  const { onConfirm } = open({ busy: true })
  fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
  expect(onConfirm).not.toHaveBeenCalled()
})
