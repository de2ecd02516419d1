import { expect, test } from 'vitest'
import { firstPage, itemsOf, nextPage } from './endless.ts'

const pageOf = (...ids: string[]) => ({ items: ids.map((id, at) => ({ id, at })) })

test('a line that two pages bring is shown once, where it was first', () => {
  const pages = [pageOf('a', 'b'), pageOf('b', 'c'), pageOf('a', 'd')]
  expect(itemsOf({ pages })).toEqual([
    { id: 'a', at: 0 },
    { id: 'b', at: 1 },
    { id: 'c', at: 1 },
    { id: 'd', at: 1 },
  ])
})

test('no page yet is not an empty list', () => {
  expect(itemsOf(undefined)).toBeUndefined()
  expect(itemsOf({ pages: [pageOf()] })).toEqual([])
})

test('every page after the first is of the list as it was then', () => {
  const asOf = '2026-11-20T08:00:00.000Z'
  expect(firstPage).toEqual({ page: 1 })
  expect(nextPage({ page: 1, hasMore: true, asOf })).toEqual({ page: 2, asOf })
  expect(nextPage({ page: 2, hasMore: false, asOf })).toBeUndefined()
})
