import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BarChart } from './chart-bars.tsx'
import { HeatMap } from './chart-heat-map.tsx'
import { LineChart } from './chart-line.tsx'
import { QrCode, pathOf } from '../qr-code.tsx'
import { RankLadder } from './rank-ladder.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const table = { label: '看表格', columns: ['日期', '张数'], rows: [{ id: 'a', cells: ['3 月 18 日', '36'] }] }
const bars = [
  { id: 'a', value: 36, spoken: '今天 36 张', strong: true },
  { id: 'b', value: 0, spoken: '明天没有' },
]
const openTable = () => {
  const details = document.querySelector('details')!
  details.open = true
  fireEvent(details, new Event('toggle'))
}

test('a chart has its figures as a table behind it, made when it is asked for', () => {
  render(<BarChart label="待复习" summary="今天 36 张" table={table} bars={bars} />)
  expect(screen.queryByRole('table')).toBeNull()
  openTable()
  const rows = within(screen.getByRole('table', { name: '看表格' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['日期张数', '3 月 18 日36'])
})

test('the arrow keys walk over the bars and say each', () => {
  render(<BarChart label="待复习" summary="今天 36 张" table={table} bars={bars} />)
  const plot = screen.getByRole('slider', { name: '待复习' })
  fireEvent.keyDown(plot, { key: 'ArrowRight' })
  expect(plot.getAttribute('aria-valuetext')).toBe('明天没有')
  fireEvent.keyDown(plot, { key: 'ArrowRight' })
  fireEvent.keyDown(plot, { key: 'ArrowLeft' })
  expect(plot.getAttribute('aria-valuetext')).toBe('今天 36 张')
})

test('a chart without anything is drawn empty', () => {
  render(<BarChart label="待复习" summary="没有" table={{ ...table, rows: [] }} bars={[]} />)
  render(<LineChart label="保持率" summary="没有" table={table} points={[]} range={[0, 1]} target={0.9} />)
  expect(document.body.innerHTML).not.toContain('NaN')
})

test('weeks without a value are passed over by the line', () => {
  const points = [0.8, null, 0.9].map((value, index) => ({ id: String(index), value, spoken: '' }))
  const { container } = render(
    <LineChart label="保持率" summary="升" table={table} points={points} range={[0.5, 1]} />,
  )
  expect(container.querySelectorAll('path')[1]?.getAttribute('d')?.match(/C/g)).toHaveLength(1)
})

test('the keys of the calendar walk by days and by weeks, and stop at today', () => {
  render(
    <HeatMap
      label="日历"
      summary="一年"
      table={table}
      counts={new Map([['2026-03-17', 5]])}
      today="2026-03-18"
      weekdayLabels={['一', '二', '三', '四', '五', '六', '日']}
      monthLabel={(day) => day}
      dayLabel={(day, count) => `${day}: ${count}`}
      legend={{ less: '少', more: '多' }}
    />,
  )
  const plot = screen.getByRole('slider')
  const spoken = () => plot.getAttribute('aria-valuetext')
  const press = (key: string) => fireEvent.keyDown(plot, { key })
  press('ArrowUp')
  expect(spoken()).toBe('2026-03-18: 0')
  press('ArrowUp')
  expect(spoken()).toBe('2026-03-17: 5')
  press('ArrowLeft')
  expect(spoken()).toBe('2026-03-10: 0')
  press('ArrowRight')
  press('ArrowRight')
  expect(spoken()).toBe('2026-03-17: 5')
})

test('one rank is the current one', () => {
  const ranks = (['done', 'current', 'ahead'] as const).map((state) => ({
    id: state,
    name: '秀才',
    title: state,
    note: '',
    state,
  }))
  render(<RankLadder label="等级" ranks={ranks} />)
  expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
    null,
    'step',
    null,
  ])
})

test('a QR code is one named picture, with a quiet edge', async () => {
  vi.useRealTimers()
  const { container } = render(<QrCode text="https://example.com/a" label="用微信扫一扫" />)
  expect(screen.getByRole('img', { name: '用微信扫一扫' })).toBeTruthy()
  await expect.poll(() => container.querySelector('path')).not.toBeNull()
  expect(container.querySelector('path')?.getAttribute('d')?.startsWith('M2 2h7')).toBe(true)
})

test('runs of dark squares are one rectangle each', () => {
  expect(pathOf([[true, true, false, true]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z')
})
