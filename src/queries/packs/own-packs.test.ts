import { expect, test } from 'vitest'
import { shelfOfOwn, withOwnPacks } from './own-packs.ts'

const byNumber = { compare: (own: number, other: number) => own - other }

test('own packs stand where the order puts them, behind their equals', () => {
  expect(withOwnPacks([10, 20, 20, 30], [5, 20, 25, 40], { ...byNumber, isWhole: true })).toEqual([
    5, 10, 20, 20, 20, 25, 30, 40,
  ])
  expect(withOwnPacks([], [1, 2], { ...byNumber, isWhole: true })).toEqual([1, 2])
})

test('what belongs behind the last loaded row waits for the rest', () => {
  expect(withOwnPacks([10, 20], [15, 25], { ...byNumber, isWhole: false })).toEqual([10, 15, 20])
})

test('a pack that only this device knows is new, and named by the tree', () => {
  const subject = { id: 'wuli', name: '物理', packCount: 1, knowledgePoints: [] }
  const tree = {
    grades: [{ id: 'g9', name: '九年级', stage: '初中' as const, packCount: 1, subjects: [subject] }],
  }
  const row = {
    id: 'p',
    title: '静电笔记',
    place: [],
    cardCount: 3,
    isWaiting: true,
    gradeId: 'g9',
    subjectId: 'wuli',
  }
  expect(shelfOfOwn([row], tree)).toMatchObject([
    {
      isOwn: true,
      label: '静电笔记',
      grade: { name: '九年级' },
      subject: { name: '物理' },
      progress: { seen: 0 },
    },
  ])
  expect(shelfOfOwn([row], undefined)).toMatchObject([{ subject: { id: 'wuli', name: '' } }])
})
