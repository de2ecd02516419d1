import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gramsOf, likeLiteral, normalised, searchTerms } from './search-text.ts'

describe('search text', () => {
  it('indexes characters and pairs, never across symbols', () => {
    expect(gramsOf('唐诗·精选')).toEqual(['唐', '诗', '唐诗', '精', '选', '精选'])
  })

  it('reads capitals and full width letters as one form', () => {
    expect(normalised('ＴａngＳhi２')).toBe('tangshi2')
  })

  it('splits a keyword into words and drops words of symbols', () => {
    expect(searchTerms(' 静夜思 · 李 ')).toEqual([
      { text: '静夜思', grams: ['静夜', '夜思'] },
      { text: '李', grams: ['李'] },
    ])
    expect(searchTerms('%_\\\'"<>·……')).toEqual([])
  })

  it('escapes what LIKE would read as a wildcard', () => {
    expect(likeLiteral('50%_\\')).toBe('50\\%\\_\\\\')
  })

  it('indexes every gram of any part of a text', () => {
    const alphabet = fc.constantFrom(...'唐诗三百首tangshi ·%_\\𠮷é')
    fc.assert(
      fc.property(
        fc.array(alphabet, { maxLength: 20 }),
        fc.nat(20),
        fc.nat(20),
        (characters, from, length) => {
          const indexed = new Set(gramsOf(normalised(characters.join(''))))
          const part = characters.slice(from, from + length).join('')
          for (const term of searchTerms(part)) for (const gram of term.grams) expect(indexed).toContain(gram)
        },
      ),
    )
  })
})
