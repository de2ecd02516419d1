import { pinyin } from 'pinyin-pro'
import { compact, normalised, scriptRuns, type ScriptRun } from '#server/sql/search-text.ts'
import {
  prefixesOf,
  startGrams,
  suffixPrefixes,
  tokenOf,
  writtenGrams,
  type EntryKind,
  type GramPlace,
} from '#server/sql/search-tokens.ts'

/** What search finds a pack or card by, computed when it is written. */

type Part = {
  /** Only as it is written or spelled in full: the initials of 教研室 are those of half the library. */
  isWhole: boolean
  /** Normalised. */
  text: string
  runs: ScriptRun[]
  /** The syllables of each stretch of Han. */
  readings: string[][]
}

const partOf = (written: string, isWhole = false): Part => {
  const text = normalised(written)
  const runs = scriptRuns(text)
  const readings = runs
    .filter(({ isHan }) => isHan)
    .map(({ units }) => pinyin(units.join(''), { toneType: 'none', type: 'array', v: true }))
  return { isWhole, text, runs, readings }
}

const initialsOf = (syllables: readonly string[]): string[] =>
  syllables.map((syllable) => syllable.slice(0, 1))

const spelled = (readings: readonly string[][]): string =>
  readings.map((syllables) => syllables.join('')).join(' ')

const hanPattern = /\p{Script=Han}+/gu

const formsOf = ({ isWhole, text, readings }: Part): string[] => {
  const latin = text.replace(hanPattern, ' ').trim()
  const initials = isWhole ? '' : spelled(readings.map(initialsOf))
  return [spelled(readings) || latin, text, compact(text), initials]
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

/** What a pack is found by besides its title. */
export type SearchNames = {
  /** Its label, knowledge point and subject. */
  names: readonly string[]
  teacher: string
}

const partsOf = ({ names, teacher }: SearchNames): Part[] => [
  ...names.map((name) => partOf(name)),
  partOf(teacher, true),
]

/** All that a keyword may stand in. It starts with what the title sorts by. */
export function searchText(title: string, others: SearchNames): string {
  const titlePart = partOf(title)
  const sortForm = sortFormOf(titlePart)
  const forms = [titlePart, ...partsOf(others)].flatMap(formsOf)
  return sortForm + endMark + joined(forms.filter((form) => form !== sortForm))
}

const gramsOf = ({ isWhole, runs, readings }: Part): string[] => [
  ...runs.flatMap(writtenGrams),
  ...readings.flatMap((syllables) => [
    ...suffixPrefixes(syllables),
    ...(isWhole ? [] : suffixPrefixes(initialsOf(syllables))),
  ]),
]

const startOf = ({ runs, readings }: Part): string[] => [
  ...runs.slice(0, 1).flatMap(startGrams),
  ...readings.slice(0, 1).flatMap((syllables) => prefixesOf(syllables.join(''))),
]

/** A card has nothing but its title: of that, only words in other scripts are kept apart from pinyin. */
const titleGrams = (kind: EntryKind, { runs }: Part): string[] =>
  runs.filter(({ isHan }) => kind === 'pack' || !isHan).flatMap(writtenGrams)

export type SearchFields = { title: string; text: string; tokens: number[] }

type Searchable = {
  title: string
  /** What else a pack is found by. */
  others?: SearchNames
  /** Grade and stage. */
  scopes: readonly string[]
  /** See server/sql/search-tiers.ts. */
  tier: number
}

export function searchFields(kind: EntryKind, { title, others, scopes, tier }: Searchable): SearchFields {
  const titlePart = partOf(title)
  const parts = [titlePart, ...(others ? partsOf(others) : [])]
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
