import { pinyin } from 'pinyin-pro'
import { compact, normalised, scriptRuns, type ScriptRun } from '#server/db/search-text.ts'
import {
  prefixesOf,
  startGrams,
  suffixPrefixes,
  tokenOf,
  writtenGrams,
  type EntryKind,
  type GramPlace,
} from '#server/db/search-tokens.ts'

/** What search finds a pack or card by, computed when it is written. */

type Part = {
  /** Normalised. */
  text: string
  runs: ScriptRun[]
  /** The syllables of each stretch of Han. */
  readings: string[][]
}

const partOf = (written: string): Part => {
  const text = normalised(written)
  const runs = scriptRuns(text)
  const readings = runs
    .filter(({ isHan }) => isHan)
    .map(({ units }) => pinyin(units.join(''), { toneType: 'none', type: 'array', v: true }))
  return { text, runs, readings }
}

const initialsOf = (syllables: readonly string[]): string[] =>
  syllables.map((syllable) => syllable.slice(0, 1))

const spelled = (readings: readonly string[][]): string =>
  readings.map((syllables) => syllables.join('')).join(' ')

const hanPattern = /\p{Script=Han}+/gu

const formsOf = ({ text, readings }: Part): string[] => {
  const latin = text.replace(hanPattern, ' ').trim()
  return [spelled(readings) || latin, text, compact(text), spelled(readings.map(initialsOf))]
}

const joined = (forms: readonly string[]): string => [...new Set(forms)].filter(Boolean).join(' ')

const textOf = (parts: readonly Part[]): string => joined(parts.flatMap(formsOf))

// Control characters, which no keyword holds: an end sorts before all else, so that 几何 comes before 几何 2.
const endMark = '\u0001'
const lengthMark = (length: number): string => String.fromCharCode(Math.min(1 + length, 31))

/** A number behind a mark of its length: so that 2 sorts before 10. */
const sortable = (unit: string): string => {
  if (!/^\d+$/.test(unit)) return unit
  const digits = unit.replace(/^0+(?=\d)/, '')
  return lengthMark(digits.length) + digits
}

/** Words and readings in the order in which they stand: Unit 2 词组 is `unit 2 cizu`. */
const sortFormOf = ({ runs, readings }: Part): string => {
  const left = readings.values()
  return runs
    .map(({ isHan, units }) => (isHan ? left.next().value?.join('') : units.map(sortable).join(' ')))
    .join(' ')
}

/** All that a keyword may stand in. It starts with what the title sorts by. */
export const searchText = (title: string, ...names: string[]): string => {
  const titlePart = partOf(title)
  const sortForm = sortFormOf(titlePart)
  const forms = [titlePart, ...names.map(partOf)].flatMap(formsOf)
  return sortForm + endMark + joined(forms.filter((form) => form !== sortForm))
}

const gramsOf = ({ runs, readings }: Part): string[] => [
  ...runs.flatMap(writtenGrams),
  ...readings.flatMap((syllables) => [
    ...suffixPrefixes(syllables),
    ...suffixPrefixes(initialsOf(syllables)),
  ]),
]

const startOf = ({ runs, readings }: Part): string[] => [
  ...runs.slice(0, 1).flatMap(startGrams),
  ...readings.slice(0, 1).flatMap((syllables) => prefixesOf(syllables.join(''))),
]

/** A card has nothing but its title: of that, only words in other scripts are told from pinyin. */
const titleGrams = (kind: EntryKind, { runs }: Part): string[] =>
  runs.filter(({ isHan }) => kind === 'pack' || !isHan).flatMap(writtenGrams)

export type SearchFields = { title: string; text: string; tokens: number[] }

type Searchable = {
  title: string
  /** What else it is found by. */
  names?: readonly string[]
  /** Grade and stage. */
  scopes: readonly string[]
  /** See server/db/search-tiers.ts. */
  tier: number
}

export const searchFields = (
  kind: EntryKind,
  { title, names = [], scopes, tier }: Searchable,
): SearchFields => {
  const titlePart = partOf(title)
  const parts = [titlePart, ...names.map(partOf)]
  const grams: Record<GramPlace, readonly string[]> = {
    start: startOf(titlePart),
    title: titleGrams(kind, titlePart),
    any: parts.flatMap(gramsOf),
    scope: scopes,
  }
  const places = Object.keys(grams) as GramPlace[]
  const tokens = places.flatMap((place) => grams[place].map((gram) => tokenOf(kind, place, gram) + tier))
  return { title: compact(titlePart.text), text: textOf(parts), tokens: [...new Set(tokens)] }
}
