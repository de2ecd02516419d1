import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'
import { placeBeside } from './use-popover.ts'

afterEach(cleanup)

const open = () => {
  const onEdit = vi.fn()
  const onShare = vi.fn()
  render(
    <Menu
      label="更多"
      items={[
        { id: 'edit', label: '编辑', onPress: onEdit },
        { id: 'share', label: '分享', disabled: true, onPress: onShare },
        { id: 'delete', label: '删除', danger: true, onPress: () => {} },
      ]}
    />,
  )
  const button = screen.getByRole('button', { name: '更多' })
  fireEvent.click(button)
  return { button, onEdit, onShare }
}
const focused = () => document.activeElement?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })

test('it opens with the first action in focus, and the arrow keys walk round', () => {
  const { button } = open()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('menu', { name: '更多' })).toBeTruthy()
  expect(focused()).toBe('编辑')
  press('ArrowUp')
  expect(focused()).toBe('删除')
  press('ArrowDown')
  expect(focused()).toBe('编辑')
  press('End')
  expect(focused()).toBe('删除')
})

test('Esc closes it, gives the focus back and goes no further', () => {
  const { button } = open()
  expect(press('Escape')).toBe(false)
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('a press elsewhere closes it', () => {
  open()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('an action runs once and closes the menu; one that is off does neither', () => {
  const { onEdit, onShare } = open()
  fireEvent.click(screen.getByRole('menuitem', { name: '分享' }))
  expect(onShare).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('menuitem', { name: '编辑' }))
  expect(onEdit).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

const view = { width: 390, height: 800 }
const box = { width: 160, height: 200 }

test('a box stands below its button, above it near the foot of the page, and always inside', () => {
  const button = { top: 100, bottom: 144, left: 340, right: 384 }
  expect(placeBeside(button, box, view, false)).toEqual({ top: 148, left: 222 })
  expect(placeBeside({ ...button, top: 700, bottom: 744 }, box, view, false)).toEqual({ top: 496, left: 222 })
  expect(placeBeside({ ...button, left: 0, right: 44 }, box, view, false).left).toBe(8)
  expect(placeBeside({ ...button, left: 20, right: 64 }, box, view, true).left).toBe(20)
  expect(placeBeside(button, box, view, true).left).toBe(222)
})
