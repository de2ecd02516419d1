import { pinyin } from 'pinyin-pro'
import { compact, normalised, scriptRuns } from '#server/db/search-text.ts'
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

/** The syllables of each stretch of Han. */
const readingsOf = (text: string): string[][] =>
  scriptRuns(text)
    .filter(({ isHan }) => isHan)
    .map(({ units }) => pinyin(units.join(''), { toneType: 'none', type: 'array', v: true }))

const initialsOf = (syllables: readonly string[]): string[] =>
  syllables.map((syllable) => syllable.slice(0, 1))

const spelled = (readings: readonly string[][]): string =>
  readings.map((syllables) => syllables.join('')).join(' ')

const hanPattern = /\p{Script=Han}+/gu

const formsOf = (part: string): string[] => {
  const readings = readingsOf(part)
  const latin = part.replace(hanPattern, ' ').trim()
  return [spelled(readings) || latin, part, compact(part), spelled(readings.map(initialsOf))]
}

/**
 * All that a keyword may stand in. It starts with the reading of the first part, so that it also sorts titles by
 * pinyin.
 * @param parts the title first
 */
export const searchText = (...parts: string[]): string =>
  [...new Set(parts.map(normalised).flatMap(formsOf))].filter(Boolean).join(' ')

const gramsOf = (part: string): string[] => [
  ...scriptRuns(part).flatMap(writtenGrams),
  ...readingsOf(part).flatMap((syllables) => [
    ...suffixPrefixes(syllables),
    ...suffixPrefixes(initialsOf(syllables)),
  ]),
]

const startOf = (title: string): string[] => [
  ...scriptRuns(title).slice(0, 1).flatMap(startGrams),
  ...readingsOf(title)
    .slice(0, 1)
    .flatMap((syllables) => prefixesOf(syllables.join(''))),
]

/** A card has nothing but its title: of that, only words in other scripts are told from pinyin. */
const titleGrams = (kind: EntryKind, title: string): string[] =>
  scriptRuns(title)
    .filter(({ isHan }) => kind === 'pack' || !isHan)
    .flatMap(writtenGrams)

export type SearchFields = { title: string; text: string; tokens: number[] }

/**
 * @param parts the title first
 * @param scopes grade and stage
 * @param tier see server/db/search-tiers.ts
 */
export const searchFields = (
  kind: EntryKind,
  { parts, scopes, tier }: { parts: readonly string[]; scopes: readonly string[]; tier: number },
): SearchFields => {
  const forms = parts.map(normalised)
  const title = forms[0] ?? ''
  const grams: Record<GramPlace, readonly string[]> = {
    start: startOf(title),
    title: titleGrams(kind, title),
    any: forms.flatMap(gramsOf),
    scope: scopes,
  }
  const places = Object.keys(grams) as GramPlace[]
  const tokens = places.flatMap((place) => grams[place].map((gram) => tokenOf(kind, place, gram) + tier))
  return { title: compact(title), text: searchText(...parts), tokens: [...new Set(tokens)] }
}
