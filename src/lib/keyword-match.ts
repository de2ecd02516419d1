import { createReader } from './pinyin.ts'

/** How well a text matches what is searched for: Chinese words, pinyin or initials. */

let reader: ReturnType<typeof createReader> | undefined
const reading = (text: string) => {
  reader ??= createReader(new Intl.Collator('zh-Hans-u-co-pinyin').compare)
  return reader(text)
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
const compact = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
const isLatin = (word: string): boolean => /^[a-z]+$/.test(word)

/** The words of a keyword that can be looked for. */
export function keywordWords(keyword: string): string[] {
  return plain(keyword)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Of a word in a text, the better the lower; null: it is not there. */
const rankOf = (text: string, word: string): number | null => {
  const letters = compact(text)
  const sought = compact(word)
  if (letters === sought) return 0
  if (letters.startsWith(sought)) return 1
  const written = text.includes(word) ? 3 : null
  if (!isLatin(word)) return written
  const { full, initials } = reading(letters)
  if (full === word || initials === word) return 1
  if (full.startsWith(word) || initials.startsWith(word)) return 2
  return written ?? (full.includes(word) || initials.includes(word) ? 4 : null)
}

/**
 * 0 for the text itself, 1 and 2 for one that begins so, 3 for one that holds it, 4 for one that sounds so
 * somewhere; null unless it holds all the words. The first word decides.
 */
export function matchRank(text: string, words: readonly string[]): number | null {
  const shown = plain(text)
  const ranks = words.map((word) => rankOf(shown, word))
  return ranks.includes(null) ? null : (ranks[0] ?? null)
}

/** What no title holds: found by its subject or teacher. */
const elsewhere = 5

/** The best rank among titles; what was found for another reason comes after all of them. */
export function bestRank(titles: readonly string[], keyword: string): number {
  const words = keywordWords(keyword)
  return titles.reduce((best, title) => Math.min(best, matchRank(title, words) ?? elsewhere), elsewhere + 1)
}

export function titlesOf(finds: readonly { title: string }[]): string[] {
  return finds.map(({ title }) => title)
}
