import { expect, test } from 'vitest'
import type { UnlockedPack } from '#contract/packs.ts'
import type { PackFilters } from './pack-filters.ts'
import { filterPacks } from './shelf-pack.ts'

const pack = (id: string, fields: Partial<UnlockedPack>): UnlockedPack => ({
  id,
  title: id,
  label: id,
  summary: '',
  grade: { id: 'g8', name: '八年级', stage: '初中' },
  subject: { id: 'yuwen', name: '语文' },
  knowledgePoint: { id: 'yuwen-gushiwen', name: '古诗文' },
  teacher: { id: 'zhika-yuwen', name: '知卡语文教研室' },
  priceCoins: 0,
  cardCount: 10,
  sizeBytes: 1,
  rating: null,
  reviewCount: 0,
  learnerCount: 0,
  unlockedAt: '2026-11-01T00:00:00.000Z',
  lastStudiedAt: null,
  progress: { seen: 0, mastered: 0, due: 0 },
  ...fields,
})

const packs = [
  pack('唐诗', { unlockedAt: '2026-11-03T00:00:00.000Z', progress: { seen: 10, mastered: 8, due: 1 } }),
  pack('成语', {
    knowledgePoint: { id: 'yuwen-chengyu', name: '成语' },
    grade: { id: 'g5', name: '五年级', stage: '小学' },
    lastStudiedAt: '2026-11-19T00:00:00.000Z',
    progress: { seen: 5, mastered: 0, due: 5 },
  }),
  pack('Atoms', { subject: { id: 'huaxue', name: '化学' }, unlockedAt: '2026-11-02T00:00:00.000Z' }),
]
const found = (filters: PackFilters) => filterPacks(packs, filters).map(({ id }) => id)

test('without filters the newest stands first', () => {
  expect(found({})).toEqual(['唐诗', 'Atoms', '成语'])
})

test.each<[PackFilters, string[]]>([
  [{ gradeId: 'g5' }, ['成语']],
  [{ gradeId: 'chuzhong' }, ['唐诗', 'Atoms']],
  [{ subjectId: 'huaxue' }, ['Atoms']],
  [{ subjectId: 'yuwen', knowledgePointId: 'yuwen-gushiwen' }, ['唐诗']],
  [{ keyword: 'atom' }, ['Atoms']],
  [{ keyword: '语文 成语' }, ['成语']],
  [{ keyword: 'tangs' }, ['唐诗']],
  [{ keyword: 'ywcy' }, []],
  [{ keyword: 'cy' }, ['成语']],
  [{ keyword: '语文', gradeId: 'g12' }, []],
])('%j keeps %j', (filters, ids) => {
  expect(found(filters)).toEqual(ids)
})

test.each<[PackFilters, string[]]>([
  [{ sortField: 'unlockedAt', sortOrder: 'asc' }, ['成语', 'Atoms', '唐诗']],
  [{ sortField: 'lastStudiedAt' }, ['成语', '唐诗', 'Atoms']],
  [{ sortField: 'progress' }, ['唐诗', '成语', 'Atoms']],
  [{ sortField: 'due', sortOrder: 'desc' }, ['成语', '唐诗', 'Atoms']],
])('%j orders %j', (filters, ids) => {
  expect(found(filters)).toEqual(ids)
})

test('titles sort by pinyin, from A to Z unless asked otherwise', () => {
  expect(found({ sortField: 'title', subjectId: 'yuwen' })).toEqual(['成语', '唐诗'])
  expect(found({ sortField: 'title', sortOrder: 'desc', subjectId: 'yuwen' })).toEqual(['唐诗', '成语'])
})
