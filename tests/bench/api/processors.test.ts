import { expect, test } from 'vitest'
import { shareOutProcessors } from './processors.ts'

test.each([
  [8, { server: '0,1', tablets: '2,3,4,5,6,7', isEnough: true }],
  [4, { server: '0,1', tablets: '2,3', isEnough: true }],
  [3, { server: '0', tablets: '1,2', isEnough: false }],
  [2, { server: '0', tablets: '1', isEnough: false }],
  [1, { server: '0', tablets: '0', isEnough: false }],
])('of %i processors, server and tablets get their own', (processors, shared) => {
  expect(shareOutProcessors(processors)).toEqual(shared)
})
