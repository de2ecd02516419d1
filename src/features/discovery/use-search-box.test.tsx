import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { useSearchBox } from './use-search-box.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const Box = () => {
  const box = useSearchBox()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <>
      <output>{search}</output>
      <input value={box.typed} onChange={(event) => box.type(event.target.value)} />
      <button type="button" onClick={() => box.search('几何')}>
        again
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <button type="button" onClick={() => navigate('?q=tang', { replace: true })}>
        tang
      </button>
      <i>{box.isTyping ? 'typing' : box.keyword}</i>
    </>
  )
}
const start = (...entries: string[]) =>
  render(
    <MemoryRouter initialEntries={entries}>
      <Box />
    </MemoryRouter>,
  )
const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const typed = () => screen.getByRole<HTMLInputElement>('textbox').value
const address = () => decodeURIComponent(screen.getByRole('status').textContent ?? '')
const pause = () =>
  act(() => {
    vi.advanceTimersByTime(300)
  })

test('what is typed shows at once and reaches the address after a pause, in one entry', () => {
  start('/resource?gradeId=g8')
  type('t')
  type('tang')
  expect(typed()).toBe('tang')
  expect(screen.getByText('typing')).toBeTruthy()
  pause()
  expect(address()).toBe('?gradeId=g8&q=tang')
  fireEvent.click(screen.getByText('back'))
  expect(address()).toBe('?gradeId=g8')
  expect(typed()).toBe('')
})

test('a reload finds the words again', () => {
  start('/resource?q=%E5%94%90%20%E8%AF%97%20')
  expect(typed()).toBe('唐 诗 ')
  expect(screen.getByText('唐 诗')).toBeTruthy()
})

test('a search of the history replaces what is typed at once', () => {
  start('/resource?q=')
  type('x')
  fireEvent.click(screen.getByText('again'))
  expect(typed()).toBe('几何')
  pause()
  expect(address()).toBe('?q=几何')
})

test('what is typed reaches the address also when another navigation came at the same moment', () => {
  start('/resource?q=tang')
  type('song')
  act(() => {
    vi.advanceTimersByTime(300)
    screen.getByText('tang').click()
  })
  expect([address(), typed()]).toEqual(['?q=tang', 'song'])
  pause()
  expect(address()).toBe('?q=song')
  expect(screen.getByText('song')).toBeTruthy()
})

test('a sign that is cut in two is left out', () => {
  start('/resource?q=')
  type(`${'长'.repeat(39)}🙂`)
  pause()
  expect(typed()).toBe('长'.repeat(39))
  expect(screen.queryByText('typing')).toBeNull()
})

test('more than the server takes is not even typed', () => {
  start('/resource?q=')
  type('长'.repeat(60))
  expect(typed()).toHaveLength(40)
})
