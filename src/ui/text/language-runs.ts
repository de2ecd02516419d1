/** A stretch of text in one language; without `lang` it is in the language around it. */
export type LanguageRun = { text: string; lang?: 'en' }

const latinRun = /\p{Script=Latin}(?:[\p{Script=Latin}\d '’,.!?;:()-]*[\p{Script=Latin}\d.!?)])?/gu
/** Words, as against a symbol (`NaCl`, `AB`) or pinyin, which carries tone marks. */
const looksEnglish = (run: string): boolean => /^[\x20-\x7e’]+$/.test(run) && /[a-z]{2}/.test(run)

/** Finds the English inside Chinese text, so that a voice reads it as English and a font sets it so. */
export function languageRuns(text: string): LanguageRun[] {
  const runs: LanguageRun[] = []
  let end = 0
  for (const found of text.matchAll(latinRun)) {
    if (!looksEnglish(found[0])) continue
    if (found.index > end) runs.push({ text: text.slice(end, found.index) })
    runs.push({ text: found[0], lang: 'en' })
    end = found.index + found[0].length
  }
  if (end < text.length) runs.push({ text: text.slice(end) })
  return runs
}
