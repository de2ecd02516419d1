/** Where a line of Chinese may end: between words, which a browser by itself cuts anywhere. */

/** What leans on the word before it. */
const particles = /^[的地得了着过们吗呢吧啊么之者]$/u
const endsInNumber = /[\p{N}一二三四五六七八九十百千万亿几两半第]$/u
/** 硫显几价 is four words for a dictionary and one phrase for a reader. */
const longestPhrase = 4
const letter = /[\p{L}\p{N}]/u
/** `9.8 m/s²`: a number and its unit stand on one line. */
const unitAfterNumber = /(?<=\d) (?=[\p{L}°%]{1,4}(?!\p{L}))/gu

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('zh', { granularity: 'word' }) : null

/** Without it lines end where the browser ends them. */
export const knowsWords = segmenter !== null

/** The text in pieces that belong on one line; joined they are the text. */
export function wholeWords(text: string): string[] {
  if (segmenter === null) return [text]
  const pieces: string[] = []
  let before: Intl.SegmentData | undefined
  for (const found of segmenter.segment(text.replace(unitAfterNumber, '\u00a0'))) {
    const piece = pieces.at(-1)
    const { segment } = found
    const isPhrase =
      before?.segment.length === 1 && segment.length === 1 && (piece?.length ?? 0) < longestPhrase
    const leans = particles.test(segment) || (before !== undefined && endsInNumber.test(before.segment))
    // Next to a mark the browser knows by itself on which side of it a line may end.
    const mayEnd = before?.isWordLike === true && found.isWordLike === true && !leans && !isPhrase
    if (piece === undefined || mayEnd) pieces.push(segment)
    else pieces[pieces.length - 1] = piece + segment
    before = found
  }
  return pieces
}

/** Whether a line may end between two texts that touch, e.g. before a word in bold. */
export function mayEndBetween(before: string, after: string): boolean {
  return letter.test([...before].at(-1) ?? '') && letter.test([...after][0] ?? '')
}
