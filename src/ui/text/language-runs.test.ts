import { expect, test } from 'vitest'
import { languageRuns } from './language-runs.ts'

const english = (text: string) => languageRuns(text).flatMap((run) => (run.lang === 'en' ? run.text : []))

test.each([
  ['go 的过去式是 went。', ['go', 'went']],
  ['He goes to school, too. 译成中文', ['He goes to school, too.']],
  ["don't 是缩写", ["don't"]],
])('the English in %s is found', (text, runs) => {
  expect(english(text)).toEqual(runs)
})

test.each(['水的化学式是 H2O', 'NaCl 与 AB', '读 gèng，不读 gēng', '没有外文'])(
  'there is no English in %s',
  (text) => {
    expect(english(text)).toEqual([])
  },
)

test('the runs together are the text', () => {
  const text = '“apple” 的复数是 apples，不是 appls'
  expect(
    languageRuns(text)
      .map((run) => run.text)
      .join(''),
  ).toBe(text)
})
