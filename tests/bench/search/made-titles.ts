import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Titles that look like real ones, the same in every run: words of two to four characters, both words and
 * characters as unevenly spread as in any language.
 */

export type Chance = () => number

/** Mulberry32. @returns numbers of [0, 1) */
export function chanceOf(seed: number): Chance {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The 3755 characters of GB 2312's first level. */
const commonCharacters = (): string[] => {
  const decoder = new TextDecoder('gb18030')
  const bytes = Array.from({ length: 0xd8 - 0xb0 }, (_, row) =>
    Array.from({ length: 94 }, (__, cell) => [row + 0xb0, cell + 0xa1]),
  ).flat()
  return bytes
    .map((pair) => decoder.decode(Uint8Array.from(pair)))
    .filter((character) => /\p{Script=Han}/u.test(character))
}

const libraryFolder = fileURLToPath(new URL('../../../library/packs/', import.meta.url))

/** Those that the starter library uses most first: they are what such titles are made of. */
const charactersByUse = (): string[] => {
  const text = readdirSync(libraryFolder)
    .map((file) => readFileSync(libraryFolder + file, 'utf8'))
    .join('')
  const uses = new Map<string, number>()
  for (const [character] of text.matchAll(/\p{Script=Han}/gu))
    uses.set(character, (uses.get(character) ?? 0) + 1)
  return commonCharacters().toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0))
}

/** Draws the first of the list most, and the n-th about n times less often. */
const drawer = <T>(list: readonly T[]): ((chance: Chance) => T) => {
  let sum = 0
  const sums = list.map((_, index) => (sum += 1 / (index + 3)))
  return (chance) => {
    const wanted = chance() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return list[low]!
  }
}

const vocabularySize = 60_000
const latinWords = [
  'DNA',
  'Unit',
  'pH',
  'CO2',
  'H2O',
  'Lesson',
  'apple',
  'music',
  'sin',
  'log',
  'past',
  'GDP',
]

const vocabulary = (characters: readonly string[]): string[] => {
  const chance = chanceOf(1)
  const draw = drawer(characters)
  return Array.from({ length: vocabularySize }, () => {
    const length = 2 + Math.floor(chance() ** 4 * 3)
    return Array.from({ length }, () => draw(chance)).join('')
  })
}

export const characters = charactersByUse()
const words = vocabulary(characters)
const drawWord = drawer(words)
const drawLatin = drawer(latinWords)

const wordsOf = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => drawWord(chance)).join('')

/** Of the n-th card of all; four to twelve characters, seven or so on average. */
export function cardTitle(index: number): string {
  const chance = chanceOf(index * 2 + 1)
  const title = wordsOf(chance, 2 + Math.floor(chance() ** 2 * 3))
  const kind = chance()
  if (kind < 0.15) return `${title} · ${drawWord(chance)}`
  if (kind < 0.22) return `${drawLatin(chance)} ${title}`
  if (kind < 0.3) return `${title}${1 + Math.floor(chance() * 99)}`
  return kind < 0.35 ? `${drawWord(chance)}：${title}` : title
}

/** Of the n-th pack. */
export function packTitle(index: number): string {
  const chance = chanceOf(index * 2)
  const title = wordsOf(chance, 2 + Math.floor(chance() * 2))
  return chance() < 0.3 ? `${title}·${drawWord(chance)}` : title
}

/** A few characters of a title that follow each other. */
export function partOf(title: string, length: number, chance: Chance): string {
  const han = [...title.replace(/[^\p{Script=Han}]/gu, '')]
  return han
    .slice(Math.floor(chance() * Math.max(1, han.length - length + 1)))
    .slice(0, length)
    .join('')
}
