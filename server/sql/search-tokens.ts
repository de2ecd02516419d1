import type { ScriptRun } from './search-text.ts'

/**
 * What the index of search holds: grams of an entry as integers. Han is cut into characters and pairs of
 * neighbours; letters, be they words, pinyin or initials, into the beginnings of what follows each word, syllable
 * or initial. A keyword's grams are always among those of an entry that it begins a word of, so the index only ever
 * narrows down and the text decides.
 */

/** Lengths of the beginnings: the longest that a keyword fills is looked up. */
const prefixLengths = [1, 2, 3, 4, 6, 8, 11] as const
const longestPrefix = 11

const outsideBasicPlane = /[\ud800-\udfff]/

/** Beginnings of up to eleven letters. */
export function prefixesOf(letters: string): string[] {
  const characters = outsideBasicPlane.test(letters) ? [...letters] : undefined
  const length = characters?.length ?? letters.length
  return prefixLengths
    .filter((prefix) => prefix <= length)
    .map((prefix) => characters?.slice(0, prefix).join('') ?? letters.slice(0, prefix))
}

/** The beginnings of what starts at each unit: of `unit3`, those of `unit3` and of `3`. */
export function suffixPrefixes(units: readonly string[]): string[] {
  return units.flatMap((_, at) => prefixesOf(units.slice(at, at + longestPrefix).join('')))
}

const pairsOf = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => characters[index]! + character)

/** Of a text as it is written. */
export function writtenGrams({ isHan, units }: ScriptRun): string[] {
  return isHan ? [...units, ...pairsOf(units)] : suffixPrefixes(units)
}

/** The fewest grams that say as much of a keyword. */
export function soughtGrams({ isHan, units }: ScriptRun): string[] {
  if (!isHan) return prefixesOf(units.join('')).slice(-1)
  return units.length === 1 ? units : pairsOf(units)
}

/** Of a text that begins with the run. */
export function startGrams({ isHan, units }: ScriptRun): string[] {
  return isHan ? [units[0]!, ...pairsOf(units.slice(0, 2))] : prefixesOf(units.join(''))
}

/** The one gram that says most of how a keyword begins. */
export function soughtStart(run: ScriptRun): string[] {
  return startGrams(run).slice(-1)
}

export type EntryKind = 'pack' | 'card'
/** Where a gram stands: at the start of the title, in it, anywhere; or it names a grade or stage. */
export type GramPlace = 'start' | 'title' | 'any' | 'scope'

/** FNV-1a over UTF-16. */
const added = (hash: number, text: string): number => {
  let sum = hash
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum
}

/** The finaliser of MurmurHash3: a change of one bit changes half of them. */
const mixed = (value: number): number => {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

const seedsOf = (kind: EntryKind): Record<GramPlace, number> => {
  const seed = (place: GramPlace) => added(0x811c9dc5, `${kind}/${place}/`)
  return { start: seed('start'), title: seed('title'), any: seed('any'), scope: seed('scope') }
}
const seeds: Record<EntryKind, Record<GramPlace, number>> = { pack: seedsOf('pack'), card: seedsOf('card') }

const tierBits = 4
const hashBits = 27
/** Most long beginnings stand in one entry alone: without a bound on their number the index would be of them. */
const longGramBits = 20
const longGramLength = 6

/** The token of a gram in tier 0; in another tier it is that much more. */
export function tokenOf(kind: EntryKind, place: GramPlace, gram: string): number {
  const bits = gram.length >= longGramLength ? longGramBits : hashBits
  return (mixed(added(seeds[kind][place], gram)) >>> (32 - bits)) << tierBits
}
