import { expect, test } from 'vitest'
import type { CardPack } from '#contract/packs.ts'
import { packFacts } from './pack-facts.ts'

const pack: CardPack = {
  id: 'p',
  title: '唐诗三百首·精选',
  label: '唐诗三百首',
  summary: '',
  grade: { id: 'g7', name: '七年级', stage: '初中' },
  subject: { id: 'yuwen', name: '语文' },
  knowledgePoint: { id: 'yuwen-gushiwen', name: '古诗文' },
  teacher: { id: 't', name: '知卡语文教研室' },
  priceCoins: 80,
  cardCount: 60,
  sizeBytes: 13_000,
  rating: null,
  reviewCount: 0,
  learnerCount: 0,
  intro: [],
  source: '',
  previewCount: 2,
  unlocked: false,
  unlockedAt: null,
  favorited: false,
}
const stored = {
  packId: 'p',
  title: '唐诗三百首',
  label: '唐诗',
  subject: { id: 'yuwen', name: '语文' },
  cardCount: 59,
}

test("the server's word comes before the download", () => {
  expect(packFacts(pack, stored, undefined)).toMatchObject({
    title: '唐诗三百首·精选',
    cardCount: 60,
    unlocked: false,
    mark: '语',
    place: ['七年级', '语文', '古诗文'],
  })
})

test('a download alone is an unlocked pack of which less is known', () => {
  expect(packFacts(undefined, stored, undefined)).toEqual({
    id: 'p',
    title: '唐诗三百首',
    label: '唐诗',
    cardCount: 59,
    unlocked: true,
    subject: { id: 'yuwen', name: '语文' },
    mark: '语',
    place: ['语文'],
    about: null,
    pack: null,
  })
})

test('of a pack that is nowhere nothing is known', () => {
  expect(packFacts(undefined, undefined, undefined)).toBeUndefined()
})

test('what everybody may know is shown before the server has said what it is to this student', () => {
  const { previewCount: _, unlocked: __, unlockedAt: ___, favorited: ____, ...about } = pack
  const item = { ...about, previewCards: [] }
  expect(packFacts(undefined, undefined, item)).toMatchObject({
    title: pack.title,
    place: ['七年级', '语文', '古诗文'],
    unlocked: false,
    pack: null,
  })
  expect(packFacts(undefined, stored, item)).toMatchObject({ cardCount: 60, unlocked: true, pack: null })
})
