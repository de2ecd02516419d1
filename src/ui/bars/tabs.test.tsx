import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TabPanel, Tabs } from './tabs.tsx'

afterEach(() => {
  cleanup()
  document.documentElement.dir = ''
})

const tabs = [
  { id: 'catalogue', label: '目录' },
  { id: 'intro', label: '简介' },
  { id: 'reviews', label: '评价' },
]

const Example = () => {
  const [selected, setSelected] = useState('catalogue')
  return (
    <>
      <Tabs name="pack" label="卡包" tabs={tabs} selected={selected} onSelect={setSelected} />
      <TabPanel name="pack" selected={selected}>
        {selected}
      </TabPanel>
    </>
  )
}

const selected = () => screen.getByRole('tab', { selected: true })
const press = (key: string) => fireEvent.keyDown(selected(), { key })

test('only the selected tab is in the tab order', () => {
  render(<Example />)
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
})

test('arrows, Home and End move selection and focus, around the ends', () => {
  render(<Example />)
  press('ArrowRight')
  expect(selected().textContent).toBe('简介')
  expect(document.activeElement).toBe(selected())
  press('End')
  expect(selected().textContent).toBe('评价')
  press('ArrowRight')
  expect(selected().textContent).toBe('目录')
  press('ArrowLeft')
  expect(selected().textContent).toBe('评价')
  press('Home')
  expect(selected().textContent).toBe('目录')
})

test('written from right to left, the left arrow leads on', () => {
  render(
    <div style={{ direction: 'rtl' }}>
      <Example />
    </div>,
  )
  press('ArrowLeft')
  expect(selected().textContent).toBe('简介')
})

test('the panel is named by its tab', () => {
  render(<Example />)
  fireEvent.click(screen.getByRole('tab', { name: '评价' }))
  expect(screen.getByRole('tabpanel', { name: '评价' }).textContent).toBe('reviews')
})
