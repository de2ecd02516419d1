/** Undoes what reading a photographed page gets wrong: letters for numbers, odd spaces, 一一 for a dash. */

/** Each stands in no text that was typed; none changes the number of lines. */
const misread: readonly (readonly [RegExp, string])[] = [
  [/^([ \t]*)[lI|]([.．、])(?! *[A-Z])/gm, '$11$2'],
  [/^([ \t]*\d{1,3}) +([.．、])(?=\s*\S)/gm, '$1$2'],
  [/^([ \t]*\d{1,3})。(?=\s*\S)/gm, '$1. '],
  // 一一对应 and the like are words.
  [/(?<=\p{Script=Han})一一(?=\S{2})(?!对应|列举|说明|介绍|回答|举例)/gu, '——'],
]

/** One may be chance. */
const fewestSigns = 2

/** Between two characters, on a line that is no heading. */
const spaceInWord = /(?<=[\p{Script=Han}，。；：、]) (?=[\p{Script=Han}，。；：、])/gu
const heading = /^\s*(?:#|第[一二三四五六七八九十百\d]{1,4} ?[章节课单部篇])/u

/** The text as it was printed; text that was typed stays as it is. */
export function mendScanned(text: string): string {
  const found = misread.reduce((count, [pattern]) => count + (text.match(pattern)?.length ?? 0), 0)
  if (found < fewestSigns) return text
  const mended = misread.reduce((current, [pattern, right]) => current.replace(pattern, right), text)
  return mended
    .split('\n')
    .map((line) => (heading.test(line) ? line : line.replace(spaceInWord, '')))
    .join('\n')
}
