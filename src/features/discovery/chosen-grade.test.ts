import { expect, test } from 'vitest'
import type { Grade } from '#contract/packs.ts'
import { chosenGrade, stageOfChoice } from './chosen-grade.ts'

const grades: Grade[] = [
  { id: 'g6', name: '六年级', stage: '小学' },
  { id: 'g8', name: '八年级', stage: '初中' },
]

test('the address wins over the last choice, which wins over all grades', () => {
  expect(chosenGrade('g8', 'g6')).toBe('g8')
  expect(chosenGrade(null, 'g6')).toBe('g6')
  expect(chosenGrade('all', 'g6')).toBe('all')
})

test.each(['', '../x', '<b>', 'G8'])('%j in the address means all grades', (address) => {
  expect(chosenGrade(address, 'g6')).toBe('all')
})

test('a grade stands below its stage, a stage below itself', () => {
  expect(stageOfChoice('g8', grades)).toBe('chuzhong')
  expect(stageOfChoice('xiaoxue', [])).toBe('xiaoxue')
  expect(stageOfChoice('all', grades)).toBeUndefined()
  expect(stageOfChoice('g99', grades)).toBeUndefined()
})
