import { expect, test } from 'vitest'
import type { CategoriesTree, UnlockedPack } from '#contract/packs.ts'
import { optionsOfPacks, optionsOfTree } from './filter-options.ts'

const pack = (unlockedAt: string, subjectId: string, gradeId: string) =>
  ({
    unlockedAt,
    subject: { id: subjectId, name: subjectId },
    grade: { id: gradeId, name: gradeId, stage: '初中' },
    knowledgePoint: { id: `${subjectId}-1`, name: '' },
  }) as UnlockedPack

test('grades stand as one goes through school, whenever their packs came', () => {
  const grades = ['g7', 'g10', 'g8', 'g9', 'g5', 'g2']
  const packs = grades.map((id, at) => pack(String(at), 'yuwen', id))
  const stages = { g2: '小学', g5: '小学', g10: '高中' } as const
  const staged = packs.map((one) => ({
    ...one,
    grade: { ...one.grade, stage: stages[one.grade.id as keyof typeof stages] ?? ('初中' as const) },
  }))
  expect(optionsOfPacks(staged).grades.map(({ id }) => id)).toEqual(['g2', 'g5', 'g7', 'g8', 'g9', 'g10'])
})

test('own packs offer what they have, each once, the oldest first', () => {
  const options = optionsOfPacks([
    pack('3', 'wuli', 'g9'),
    pack('1', 'yuwen', 'g8'),
    pack('2', 'yuwen', 'g9'),
  ])
  expect(options.subjects.map(({ id }) => id)).toEqual(['yuwen', 'wuli'])
  expect(options.grades.map(({ id }) => id)).toEqual(['g8', 'g9'])
  expect(options.knowledgePoints).toEqual([
    { id: 'yuwen-1', name: '', subjectId: 'yuwen' },
    { id: 'wuli-1', name: '', subjectId: 'wuli' },
  ])
})

test('the tree offers subjects and points of several grades once', () => {
  const subject = {
    id: 'yuwen',
    name: '语文',
    packCount: 1,
    knowledgePoints: [{ id: 'yuwen-gushiwen', name: '古诗文', packCount: 1 }],
  }
  const tree: CategoriesTree = {
    grades: [
      { id: 'g7', name: '七年级', stage: '初中', packCount: 1, subjects: [subject] },
      { id: 'g8', name: '八年级', stage: '初中', packCount: 1, subjects: [subject] },
    ],
  }
  expect(optionsOfTree(tree)).toEqual({
    grades: [
      { id: 'g7', name: '七年级' },
      { id: 'g8', name: '八年级' },
    ],
    subjects: [{ id: 'yuwen', name: '语文' }],
    knowledgePoints: [{ id: 'yuwen-gushiwen', name: '古诗文', subjectId: 'yuwen' }],
  })
})
