import { expect, test } from 'vitest'
import { readFilters, withSubject, writeFilters, type PackFilters } from './pack-filters.ts'

const all: PackFilters = {
  gradeId: 'g8',
  subjectId: 'yuwen',
  knowledgePointId: 'yuwen-gushiwen',
  keyword: '唐诗',
  sortField: 'due',
  sortOrder: 'asc',
}

test('filters survive the way into the address and back', () => {
  expect(readFilters(new URLSearchParams(writeFilters(new URLSearchParams(), all).toString()))).toEqual(all)
})

test('what else is in the address stays', () => {
  const params = writeFilters(new URLSearchParams('debug=1&gradeId=g7'), { subjectId: 'wuli' })
  expect(params.toString()).toBe('debug=1&subjectId=wuli')
})

test.each([
  'gradeId=../../etc',
  'subjectId=%3Cscript%3E',
  'sortField=price',
  'sortOrder=sideways',
  'keyword=%20%20',
  'keyword=',
])('%s filters nothing', (search) => {
  expect(readFilters(new URLSearchParams(search))).toEqual({})
})

test('a keyword is cut to what the server takes', () => {
  expect(readFilters(new URLSearchParams({ keyword: '长'.repeat(100) })).keyword).toHaveLength(40)
})

test('another subject lets go of the knowledge point', () => {
  expect(withSubject(all, 'shuxue')).toEqual({
    gradeId: 'g8',
    subjectId: 'shuxue',
    keyword: '唐诗',
    sortField: 'due',
    sortOrder: 'asc',
  })
  expect(withSubject({ subjectId: 'yuwen' }, undefined)).toEqual({})
})
