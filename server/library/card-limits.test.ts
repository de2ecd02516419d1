import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { beforeAll, describe, expect, it } from 'vitest'
import { weightOf } from '#contract/text/card-weight.ts'
import {
  maxCardSideFormulaLength,
  maxCardSideLength,
  maxCardSideLines,
  maxCardSideSigns,
  maxCardSideWeight,
  maxFormulaLength,
  maxPreparedSideLength,
} from '#contract/limits.ts'
import { readMarkdown } from '#contract/text/read-markdown.ts'

/** The starter library is what honest cards look like: the limits of card text must be far from it. */

type Written = { front: string; back: string; hint?: string; explanation?: string }

const margin = 5
let sides: string[]

beforeAll(async () => {
  const files = await readdir('library/packs')
  const packs = await Promise.all(
    files.map(async (file) => parse(await readFile(`library/packs/${file}`, 'utf8'))),
  )
  const cards: Written[] = packs.flatMap(({ chapters }) =>
    chapters.flatMap((chapter: { cards: Written[] }) => chapter.cards),
  )
  sides = cards.flatMap(({ front, back, hint, explanation }) =>
    [front, back, hint, explanation].filter((side) => side !== undefined),
  )
})

describe('the cards of the starter library', () => {
  it('are within a fifth of every limit that a text shows', () => {
    expect(sides.length).toBeGreaterThan(3000)
    for (const side of sides) {
      const formulas = [...side.matchAll(/\$+([^$]+)\$+/g)].map(([, tex]) => tex!.length)
      const found = {
        length: side.length * margin,
        lines: side.split('\n').length * margin,
        signs: (side.match(/[*_`~[\]<>|#!$]|(?<!\S)(?:[-+]|\d+[.)])(?!\S)/g)?.length ?? 0) * margin,
        formula: Math.max(0, ...formulas) * margin,
        formulas: formulas.reduce((sum, length) => sum + length, 0) * margin,
        weight: weightOf({ front: side, back: '' }) * margin,
      }
      expect(found.length).toBeLessThan(maxCardSideLength)
      expect(found.lines).toBeLessThan(maxCardSideLines)
      expect(found.signs).toBeLessThan(maxCardSideSigns)
      expect(found.formula).toBeLessThan(maxFormulaLength)
      expect(found.formulas).toBeLessThan(maxCardSideFormulaLength)
      expect(found.weight).toBeLessThan(maxCardSideWeight)
    }
  })

  it('are read, and a fifth of what a side may become', async () => {
    for (const side of sides) {
      const reading = await readMarkdown(side)
      if ('reason' in reading) throw new Error(`${reading.reason}: ${side}`)
      expect(JSON.stringify(reading.text).length * margin).toBeLessThan(maxPreparedSideLength)
    }
  })
})
