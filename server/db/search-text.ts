/**
 * Search over Chinese, Latin letters, pinyin and initials with one rule: every letter or digit and
 * every pair of neighbours is a gram. A keyword's grams are then always among those of a text that
 * contains it, so the GIN index only ever narrows down and LIKE decides.
 */

/** One form for what looks alike: full width, compatibility characters and capitals. */
export const normalised = (text: string): string => text.normalize('NFKC').toLowerCase()

const wordPattern = /[\p{L}\p{N}]+/gu

const wordsOf = (text: string): string[][] => (text.match(wordPattern) ?? []).map((word) => [...word])

const pairsOf = (word: readonly string[]): string[] =>
  word.slice(1).map((character, index) => word[index]! + character)

/** What the index holds for a normalised text. */
export const gramsOf = (text: string): string[] => [
  ...new Set(wordsOf(text).flatMap((word) => [...word, ...pairsOf(word)])),
]

export type SearchTerm = {
  /** Normalised, as the learner typed it: symbols are literal. */
  text: string
  grams: string[]
}

/** The words of a keyword that can be searched for; a word of symbols alone is left out. */
export const searchTerms = (keyword: string): SearchTerm[] =>
  normalised(keyword)
    .split(/\s+/u)
    .map((text) => ({
      text,
      grams: [...new Set(wordsOf(text).flatMap((word) => (word.length === 1 ? word : pairsOf(word))))],
    }))
    .filter((term) => term.grams.length > 0)

/** A text as a LIKE pattern that means only itself. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)
