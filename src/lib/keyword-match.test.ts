import { expect, test } from 'vitest'
import { bestRank } from './keyword-match.ts'

test.each([
  ['jys', ['静夜思 · 李白'], ['唐诗三百首·精选']],
  ['静夜', ['静夜思 · 李白'], ['夜里的静夜曲']],
  ['abandon', ['abandon'], ['中考核心词汇 abandon 起']],
])('%s: %s is the better hit than %s, whatever kind they are', (keyword, better, worse) => {
  expect(bestRank(better, keyword)).toBeLessThan(bestRank(worse, keyword))
})

test('what was found for its subject or teacher comes after every title, and nothing after that', () => {
  expect(bestRank(['相思 · 王维'], '王')).toBeLessThan(bestRank(['唐诗'], '王'))
  expect(bestRank(['唐诗'], '王')).toBeLessThan(bestRank([], '王'))
})
