import { expect, test } from 'vitest'
import { cleanKeyword, withSearch } from './search-history.ts'

test('the newest search stands first', () => {
  expect(withSearch(['唐诗'], '几何')).toEqual(['几何', '唐诗'])
})

test('the same search moves up instead of standing twice', () => {
  expect(withSearch(['几何', 'ABC'], ' abc ')).toEqual(['abc', '几何'])
})

test('nothing typed is no search', () => {
  expect(withSearch(['几何'], '   ')).toEqual(['几何'])
})

test('twelve searches are kept', () => {
  const history = Array.from({ length: 30 }, (_, index) => `词${index}`).reduce(withSearch, [] as string[])
  expect(history).toHaveLength(12)
  expect(history[0]).toBe('词29')
})

test('a keyword loses its outer and double spaces, and what the server would refuse', () => {
  expect(cleanKeyword('  唐   诗 ')).toBe('唐 诗')
  expect(cleanKeyword('长'.repeat(60))).toHaveLength(40)
})
