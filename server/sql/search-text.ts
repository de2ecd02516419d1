/** What texts and keywords are compared in: one form for what looks alike. */

/** Full width, compatibility characters and capitals become the plain ones. */
export function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

const wordPattern = /[\p{L}\p{N}]+/gu

/** Without symbols, so that 唐诗三百首精选 finds 唐诗三百首·精选. */
export function compact(text: string): string {
  return text.match(wordPattern)?.join('') ?? ''
}

/** A stretch of a text in one script, symbols left out. */
export type ScriptRun = {
  isHan: boolean
  /** Characters of Han; else the words, and the numbers in them: `co2` is two. */
  units: string[]
}

const piecePattern = /\p{Script=Han}+|\p{N}+|[^\p{Script=Han}\p{N}]+/gu
const hanPattern = /\p{Script=Han}/u

export function scriptRuns(text: string): ScriptRun[] {
  const runs: ScriptRun[] = []
  for (const word of text.match(wordPattern) ?? []) {
    for (const piece of word.match(piecePattern) ?? []) {
      const isHan = hanPattern.test(piece)
      const units = isHan ? [...piece] : [piece]
      const last = runs.at(-1)
      if (last?.isHan === isHan) last.units.push(...units)
      else runs.push({ isHan, units })
    }
  }
  return runs
}

/**
 * The words of a keyword that can be searched for, normalised: symbols in them are literal, a word of symbols
 * alone is left out.
 */
export function searchTerms(keyword: string): string[] {
  return normalised(keyword)
    .split(/[\s\p{Cc}]+/u)
    .filter((term) => compact(term) !== '')
}

/** A text as a LIKE pattern that means only itself. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}
