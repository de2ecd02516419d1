import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Banner } from '../banner.tsx'
import { ExpandableText } from '../text/expandable-text.tsx'
import { keepSizes, keptSizes } from './list-sizes.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { VirtualList } from './virtual-list.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const list = (count: number) => (
  <VirtualList
    items={Array.from({ length: count }, (_, index) => `卡 ${index}`)}
    keyOf={(item) => item}
    label="卡片"
    estimatedRowPx={50}
    memoryKey="/test"
  >
    {(item) => <span>{item}</span>}
  </VirtualList>
)

test('a short list is in the document as a whole', () => {
  render(list(50))
  expect(screen.getByRole('list', { name: '卡片' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(50)
})

test('a long list is a list too, and holds only some of its rows', () => {
  render(list(400))
  expect(screen.getByRole('list', { name: '卡片' }).tagName).toBe('UL')
  expect(screen.queryAllByRole('listitem').length).toBeLessThan(100)
})

test('row heights are kept for a list of the same length only, and nonsense in the storage is no matter', () => {
  keepSizes('/a', 80, [1, 2])
  expect(keptSizes('/a', 80)).toEqual([1, 2])
  expect(keptSizes('/a', 81)).toBeUndefined()
  sessionStorage.setItem('list_sizes', '{')
  expect(keptSizes('/a', 80)).toBeUndefined()
})

const labels = { pull: '下拉刷新', release: '松开刷新', busy: '正在刷新', button: '刷新' }
const touch = (clientY: number, clientX = 0) => ({ touches: [{ clientX, clientY }] })

const pulled = (onRefresh: () => Promise<unknown>) => {
  render(
    <div>
      <PullToRefresh onRefresh={onRefresh} labels={labels} />
      <p>内容</p>
      <dialog>上层</dialog>
    </div>,
  )
  return screen.getByText('内容')
}

test('a finger that pulls far enough refreshes once, and the page says that it is busy', async () => {
  let finish = () => {}
  const onRefresh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  const content = pulled(onRefresh)
  fireEvent.touchStart(content, touch(100))
  fireEvent.touchMove(content, touch(180))
  expect(screen.getByText('下拉刷新')).toBeTruthy()
  fireEvent.touchMove(content, touch(300))
  expect(screen.getByText('松开刷新')).toBeTruthy()
  fireEvent.touchEnd(content)
  expect(onRefresh).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('正在刷新')
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  expect(onRefresh).toHaveBeenCalledOnce()
  finish()
  await expect.poll(() => screen.getByRole('status').textContent).toBe('')
})

test('a short pull, one sideways and one upwards do nothing', () => {
  const onRefresh = vi.fn(async () => {})
  const content = pulled(onRefresh)
  const moves = [touch(150), touch(110, 200), touch(20)]
  for (const move of moves) {
    fireEvent.touchStart(content, touch(100))
    fireEvent.touchMove(content, move)
    fireEvent.touchEnd(content)
  }
  expect(onRefresh).not.toHaveBeenCalled()
})

test('a finger on a layer over the screen pulls the screen not', () => {
  const onRefresh = vi.fn(async () => {})
  pulled(onRefresh)
  const layer = screen.getByText('上层')
  fireEvent.touchStart(layer, touch(100))
  fireEvent.touchMove(layer, touch(300))
  fireEvent.touchEnd(layer)
  expect(onRefresh).not.toHaveBeenCalled()
})

test('the button refreshes without a finger, and a refresh that fails ends too', async () => {
  pulled(() => Promise.reject(new Error('offline')))
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  expect(screen.getByRole('status').textContent).toBe('正在刷新')
  await expect.poll(() => screen.getByRole('status').textContent).toBe('')
})

test('a text that is not cut has no button', () => {
  render(
    <ExpandableText moreLabel="展开" lessLabel="收起">
      短
    </ExpandableText>,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('only a danger interrupts; the action and the close button do their own thing', () => {
  const onPress = vi.fn()
  const onDismiss = vi.fn()
  render(
    <Banner tone="info" action={{ label: '更新', onPress }} onDismiss={onDismiss} dismissLabel="关闭">
      有新版本
    </Banner>,
  )
  expect(screen.getByRole('status').textContent).toBe('有新版本')
  fireEvent.click(screen.getByRole('button', { name: '更新' }))
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect([onPress.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 1])
  render(<Banner tone="danger">坏了</Banner>)
  expect(screen.getByRole('alert').textContent).toBe('坏了')
})
