import { expect, test } from 'vitest'
import { mayEndBetween, wholeWords } from './whole-words.ts'

const nbsp = '\u00a0'

test.each([
  ['光合作用的场所是什么', '光合作用的/场所/是/什么'],
  ['中国古代以干支纪年', '中国/古代/以/干支/纪年'],
  // Four words of one character: a phrase for a reader.
  ['硫显几价', '硫显几价'],
  ['第三章讲了什么', '第三章/讲了/什么'],
  ['1949年10月1日', '1949年/10月1日'],
  ['重力加速度是 9.8 m/s²，方向向下', `重力加速度/是 9.8${nbsp}m/s²，方向/向下`],
  // At marks the browser knows by itself where a line may end.
  ['叶绿体（线粒体）', '叶绿体（线粒体）'],
])('%s is cut between words alone', (text, pieces) => {
  expect(wholeWords(text).join('/')).toBe(pieces)
})

test('a line may end where two texts touch that both end in letters', () => {
  expect(mayEndBetween('植物的', '细胞壁')).toBe(true)
  expect(mayEndBetween('植物的', '，')).toBe(false)
  expect(mayEndBetween('（', '细胞')).toBe(false)
  expect(mayEndBetween('', '细胞')).toBe(false)
})
