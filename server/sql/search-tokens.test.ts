import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scriptRuns } from './search-text.ts'
import { tierOf, tierStart } from './search-tiers.ts'
import {
  prefixesOf,
  soughtGrams,
  soughtStart,
  startGrams,
  suffixPrefixes,
  tokenOf,
  writtenGrams,
} from './search-tokens.ts'

const largestInteger = 2_147_483_647

describe('grams', () => {
  it('are characters and pairs of Han, and beginnings of words', () => {
    expect(scriptRuns('唐·诗').flatMap(writtenGrams)).toEqual(['唐', '诗', '唐诗'])
    expect(scriptRuns('co2').flatMap(writtenGrams)).toEqual(['c', 'co', 'co2', '2'])
    expect(suffixPrefixes(['tang', 'shi']).join()).toBe('t,ta,tan,tang,tangsh,s,sh,shi')
    expect(prefixesOf('zhonghuarenmin').at(-1)).toBe('zhonghuaren')
  })

  it('of a keyword are always among those of a title that it stands in, from the beginning of a word', () => {
    const units = fc.array(
      fc.constantFrom(...'唐诗三百首𠮷', 'tang', 'photosynthesis', '2', '100', 'é', '·', ' '),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(units, fc.nat(12), fc.nat(60), (title, from, length) => {
        const written = new Set(scriptRuns(title.join('')).flatMap(writtenGrams))
        const keyword = [...title.slice(from).join('')].slice(0, length).join('')
        // Letters that follow letters are one word, and so are digits, however the title was put together.
        const seam = `${title[from - 1]?.at(-1) ?? ''}${keyword[0] ?? ''}`
        const isInsideWord = /^(?:[a-zé]{2}|\d{2})$/u.test(seam)
        fc.pre(!isInsideWord)
        for (const run of scriptRuns(keyword)) {
          for (const gram of soughtGrams(run)) expect(written).toContain(gram)
        }
      }),
    )
  })

  it('of the start of a keyword are among those of the start of a title', () => {
    for (const title of ['唐', '唐诗', 'tangshi', 't2']) {
      const [run] = scriptRuns(title)
      for (const length of [1, 2, 3, 5, 7]) {
        const [start] = scriptRuns(title.slice(0, length))
        expect(startGrams(run!)).toEqual(expect.arrayContaining(soughtStart(start!)))
      }
    }
  })
})

describe('tokens', () => {
  it('differ by kind and place, leave room for the tier, and fit an integer', () => {
    const tokens = [
      tokenOf('pack', 'any', '唐'),
      tokenOf('card', 'any', '唐'),
      tokenOf('pack', 'title', '唐'),
      tokenOf('pack', 'any', 'photosynthe'),
    ]
    expect(new Set(tokens).size).toBe(tokens.length)
    fc.assert(
      fc.property(fc.string(), (gram) => {
        const token = tokenOf('card', 'any', gram)
        expect(token & 15).toBe(0)
        expect(token).toBeGreaterThanOrEqual(0)
        expect(token + 15).toBeLessThanOrEqual(largestInteger)
      }),
    )
  })

  it('never change: the ones in the database would find nothing any more', () => {
    expect(tokenOf('card', 'any', '唐诗')).toMatchInlineSnapshot(`1458099632`)
    expect(tokenOf('pack', 'start', 'tangsh')).toMatchInlineSnapshot(`15997776`)
  })
})

describe('tiers', () => {
  it('double in size, and the last one has no end', () => {
    expect([0, 1023, 1024, 3071, 3072, 7167, 7168].map(tierOf)).toEqual([0, 0, 1, 1, 2, 2, 3])
    expect(tierOf(10_000_000)).toBe(9)
    for (let tier = 0; tier < 10; tier += 1) expect(tierOf(tierStart(tier))).toBe(tier)
  })
})
