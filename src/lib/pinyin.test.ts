import { pinyin } from 'pinyin-pro'
import { expect, test } from 'vitest'
import { createReader } from './pinyin.ts'

const read = createReader(new Intl.Collator('zh-Hans-u-co-pinyin').compare)

test.each([
  ['唐诗三百首', 'tangshisanbaishou', 'tssbs'],
  ['元素周期表', 'yuansuzhouqibiao', 'yszqb'],
  ['旅行策略', 'lvxingcelve', 'lxcl'],
  ['DNA 复制', 'dna fuzhi', 'dna fz'],
  ['', '', ''],
])('%s reads %s, in short %s', (text, full, initials) => {
  expect(read(text)).toEqual({ full, initials })
})

test('nearly every character of GB 2312 gets one of its readings', () => {
  const decoder = new TextDecoder('gbk')
  const rows = Array.from({ length: 0xf7 - 0xb0 + 1 }, (_, row) => row + 0xb0)
  const cells = Array.from({ length: 94 }, (_, cell) => cell + 0xa1)
  const characters = rows
    .flatMap((row) => cells.map((cell) => decoder.decode(Uint8Array.of(row, cell))))
    .filter((character) => /^\p{Script=Han}$/u.test(character))
  const wrong = characters.filter((character) => {
    const readings = pinyin(character, { toneType: 'none', type: 'array', multiple: true, v: true })
    return !readings.includes(read(character).full)
  })
  expect(characters.length).toBeGreaterThan(6700)
  expect(wrong.length).toBeLessThan(20)
})

test('an engine that does not sort by pinyin gives no reading instead of a wrong one', () => {
  const byCode = createReader((a, b) => (a < b ? -1 : 1))
  expect(byCode('唐诗')).toEqual({ full: '', initials: '' })
})
