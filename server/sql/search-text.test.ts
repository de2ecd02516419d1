import { describe, expect, it } from 'vitest'
import { compact, likeLiteral, normalised, scriptRuns, searchTerms } from './search-text.ts'

describe('search text', () => {
  it('reads capitals and full width letters as one form', () => {
    expect(normalised('ＴａngＳhi２')).toBe('tangshi2')
  })

  it('leaves symbols out', () => {
    expect(compact('唐诗·精选 2')).toBe('唐诗精选2')
    expect(compact('·——😀')).toBe('')
  })

  it('cuts a text where the script changes, and letters into words and numbers', () => {
    expect(scriptRuns('Unit 3·苹果 —— co2')).toEqual([
      { isHan: false, units: ['Unit', '3'] },
      { isHan: true, units: ['苹', '果'] },
      { isHan: false, units: ['co', '2'] },
    ])
    expect(scriptRuns('唐诗·精𠮷')).toEqual([{ isHan: true, units: ['唐', '诗', '精', '𠮷'] }])
  })

  it('splits a keyword into words and drops words of symbols', () => {
    expect(searchTerms(' 静夜思 ·\u0000李 100% ')).toEqual(['静夜思', '李', '100%'])
    expect(searchTerms('%_\\\'"<>·……')).toEqual([])
  })

  it('escapes what LIKE would read as a wildcard', () => {
    expect(likeLiteral('50%_\\')).toBe('50\\%\\_\\\\')
  })
})
