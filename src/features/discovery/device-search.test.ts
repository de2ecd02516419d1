import { expect, test } from 'vitest'
import { searchDevice } from './device-search.ts'

const pack = (packId: string, title: string, cards: string[]) => ({
  packId,
  title,
  label: title.slice(0, 4),
  subject: { id: 'yuwen', name: '语文' },
  cardCount: cards.length,
  isPrivate: false,
  catalogue: {
    packId,
    version: '1',
    chapters: [
      {
        id: '1',
        title: '一',
        cards: cards.map((card) => ({ id: card, title: card, hash: '', preview: false })),
      },
    ],
  },
})

const packs = [
  pack('tang', '唐诗三百首·精选', ['静夜思 · 李白', '登鹳雀楼 · 王之涣', '相思 · 王维']),
  pack('words', '中考核心词汇', ['abandon', 'DNA', '李子 plum']),
]
const found = (keyword: string) => {
  const { packs: foundPacks, cards } = searchDevice(packs, keyword)
  return { packs: foundPacks.map(({ packId }) => packId), cards: cards.map(({ id }) => id) }
}

test('Chinese words are found in titles of packs and cards', () => {
  expect(found('唐诗')).toEqual({ packs: ['tang'], cards: [] })
  expect(found('王')).toEqual({ packs: [], cards: ['登鹳雀楼 · 王之涣', '相思 · 王维'] })
})

test('pinyin and initials are found, across the symbols of a title', () => {
  expect(found('tangshi').packs).toEqual(['tang'])
  expect(found('sbsjx').packs).toEqual(['tang'])
  expect(found('jingyesi').cards).toEqual(['静夜思 · 李白'])
  expect(found('jyslb').cards).toEqual(['静夜思 · 李白'])
})

test('letters are found whatever their case and width', () => {
  expect(found('dna').cards).toEqual(['DNA'])
  expect(found('ＤＮＡ').cards).toEqual(['DNA'])
})

test('all words of a keyword must be held', () => {
  expect(found('李 plum').cards).toEqual(['李子 plum'])
})

test.each(['', '   ', '·%_', '<script>alert</script>'])('%j finds nothing', (keyword) => {
  expect(found(keyword)).toEqual({ packs: [], cards: [] })
})

test('a hundred cards are listed and all are counted', () => {
  const many = pack(
    'many',
    '很多',
    Array.from({ length: 250 }, (_, index) => `卡片${index}`),
  )
  const { cards, cardTotal } = searchDevice([many], '卡片')
  expect(cards).toHaveLength(100)
  expect(cardTotal).toBe(250)
})

test('the best match stands first: the title itself, its beginning, what holds it, what sounds so', () => {
  const named = pack('named', '王', ['相思 · 王维', '王之涣', '王', '网'])
  expect(searchDevice([named], '王').cards.map(({ id }) => id)).toEqual(['王', '王之涣', '相思 · 王维'])
  expect(searchDevice([...packs, named], 'wang').cards.at(-1)?.id).not.toBe('王')
})
