import { pinyin } from 'pinyin-pro'
import { cardTitle, chanceOf, characters, packTitle, partOf, type Chance } from './made-titles.ts'
import { originalsOf, type LibrarySize } from './made-library.ts'

/** What learners type, and what they should not. */

export type KeywordKind = { name: string; keywords: string[] }

const readings = (han: string): string[] => pinyin(han, { toneType: 'none', type: 'array', v: true })
const spelled = (han: string): string => readings(han).join('')
const initials = (han: string): string =>
  readings(han)
    .map((syllable) => syllable.slice(0, 1))
    .join('')

const junk = [
  "' or 1=1 --",
  '"; drop table cards;--',
  '<script>alert(1)</script>',
  '%_\\%',
  '%的%',
  '的·中·人·大',
  '的 中 人 大 学 小 生 天 地 水',
  'a b c d e f g h i j k l m n o p q r s t',
  '的'.repeat(40),
  'a'.repeat(40),
  'shi'.repeat(13),
  '的-'.repeat(20),
  '((((((((((',
  '\u202e的\u200b的',
  '0'.repeat(40),
  '${7*7} {{7*7}}',
  '../../etc/passwd',
  'select * from cards',
  '的\u0000中',
  '🐼🐼🐼🐼的',
]

/** @param count keywords of each kind */
export function keywordKinds(size: LibrarySize, count: number): KeywordKind[] {
  const chance = chanceOf(77)
  const { packs, cards } = originalsOf(size)
  const upTo = (limit: number) => Math.floor(chance() * limit)
  const title = () => (chance() < 0.5 ? packTitle(upTo(packs)) : cardTitle(upTo(cards)))
  const han = (length: number) => {
    for (;;) {
      const part = partOf(title(), length, chance)
      if ([...part].length === length) return part
    }
  }
  const kind = (name: string, make: (chance: Chance) => string): KeywordKind => ({
    name,
    keywords: Array.from({ length: count }, () => make(chance)),
  })
  return [
    kind('最常见的一个字', () => characters[upTo(20)]!),
    kind('任意一个字', () => han(1)),
    kind('生僻的一个字', () => characters[2000 + upTo(1700)]!),
    kind('两个字', () => han(2)),
    kind('三个字', () => han(3)),
    kind('四个字', () => han(4)),
    kind('整个标题', () => title().slice(0, 40)),
    kind('全拼', () => spelled(han(2 + upTo(3)))),
    kind('拼音的前几个字母', () => spelled(han(3)).slice(0, 1 + upTo(9))),
    kind('首字母', () => initials(han(2 + upTo(4)))),
    kind('一个字母', () => 'abcdefghijklmnopqrstuvwxyz'[upTo(26)]!),
    kind('两个词，汉字加拼音', () => {
      const part = [...han(4)]
      return `${part.slice(0, 2).join('')} ${spelled(part.slice(2).join(''))}`
    }),
    kind('两个常见的字', () => `${characters[upTo(40)]!} ${characters[upTo(40)]!}`),
    kind('字母、数字', () => ['DNA', 'co2', 'h2', 'unit', '12', '9', 'sin', 'appl'][upTo(8)]!),
    kind('找不到', () => `${characters[3000 + upTo(700)]!}${characters[3000 + upTo(700)]!}${han(1)}`),
    kind('找不到的拼音', () => `${spelled(han(2))}zhuangq`),
    { name: '恶意输入', keywords: junk },
  ]
}
