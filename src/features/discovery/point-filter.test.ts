import { expect, test } from 'vitest'
import type { Discovery } from '#contract/discovery.ts'
import { chosenShelves, subjectsOf } from './point-filter.ts'

const shelf = (subject: string, point: string, ids: string[]) =>
  ({
    subject: { id: subject, name: subject },
    knowledgePoint: { id: point, name: point },
    packs: ids.map((id) => ({ id })),
  }) as Discovery['knowledgePoints'][number]

const shelves = [
  shelf('yuwen', 'gushi', ['a', 'b']),
  shelf('yuwen', 'chengyu', ['c']),
  shelf('wuli', 'lixue', ['d']),
]
const idsFor = (subjectId: string | null, pointId: string | null) =>
  chosenShelves(shelves, subjectId, pointId).packs.map(({ id }) => id)

test('subjects are named once, in the order of the shelves', () => {
  expect(subjectsOf(shelves).map(({ id }) => id)).toEqual(['yuwen', 'wuli'])
})

test('without a choice all packs are listed', () => {
  expect(idsFor(null, null)).toEqual(['a', 'b', 'c', 'd'])
})

test('a subject, and a point of it, narrow down', () => {
  expect(idsFor('yuwen', null)).toEqual(['a', 'b', 'c'])
  expect(idsFor('yuwen', 'chengyu')).toEqual(['c'])
})

test('a choice that has nothing here chooses nothing', () => {
  expect(idsFor('huaxue', 'yuansu')).toEqual(['a', 'b', 'c', 'd'])
  expect(idsFor('wuli', 'chengyu')).toEqual(['d'])
})
