import { expect, test } from 'vitest'
import { weeklyShelf } from './weekly-shelf.ts'

const packs = ['唐诗', '成语', '单词', '年表']

test('only packs that were studied are among the most studied', () => {
  expect(weeklyShelf(packs, 3)).toEqual({ isByNumbers: true, packs: ['唐诗', '成语', '单词'] })
  expect(weeklyShelf(['唐诗'], 1)).toEqual({ isByNumbers: true, packs: ['唐诗'] })
})

test('where hardly anybody studied, the packs are there without that word', () => {
  expect(weeklyShelf(packs, 0)).toEqual({ isByNumbers: false, packs })
  expect(weeklyShelf(packs, 2)).toEqual({ isByNumbers: false, packs })
  expect(weeklyShelf(['唐诗'], 0).isByNumbers).toBe(false)
})

test('a reply of an older server is taken at its word', () => {
  expect(weeklyShelf(packs)).toEqual({ isByNumbers: true, packs })
})
