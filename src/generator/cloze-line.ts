import { maskFormulas } from './masked-text.ts'
import type { Pair } from './pair-line.ts'

/** Clozes: **x**, 【x】 and {{c1::x}} become a card each, asked for within their sentence. */

const maxBlanksPerSentence = 20

const pattern = /\{\{c(\d{1,2})::([^{}]*)\}\}|\*\*([^*]+)\*\*|【([^【】]+)】/g

type Cloze = {
  from: number
  to: number
  answer: string
  hint: string
  /** Clozes of one number are asked for together. */
  group: string
}

const clozesOf = (text: string): Cloze[] =>
  [...maskFormulas(text).matchAll(pattern)].map((found) => {
    const from = found.index
    const to = from + found[0].length
    const opening = found[1] === undefined ? (found[3] === undefined ? 1 : 2) : `{{c${found[1]}::`.length
    const closing = found[4] === undefined ? 2 : 1
    const [answer = '', hint = ''] =
      found[1] === undefined
        ? [text.slice(from + opening, to - closing)]
        : text.slice(from + opening, to - closing).split('::')
    return { from, to, answer: answer.trim(), hint: hint.trim(), group: found[1] ?? `at ${from}` }
  })

type Sentence = { from: number; to: number; clozes: Cloze[] }

const sentencesOf = (text: string, clozes: readonly Cloze[]): Sentence[] => {
  const masked = maskFormulas(text)
  const sentences: Sentence[] = []
  let from = 0
  let next = 0
  const end = (to: number): void => {
    const first = next
    while (next < clozes.length && clozes[next]!.from < to) next += 1
    sentences.push({ from, to, clozes: clozes.slice(first, next) })
    from = to
  }
  let inside = 0
  for (const found of masked.matchAll(/[。！？!?；]+[”」』)）]?/g)) {
    while (inside < clozes.length && clozes[inside]!.to <= found.index) inside += 1
    const cloze = clozes[inside]
    if (!cloze || cloze.from > found.index) end(found.index + found[0].length)
  }
  end(text.length)
  return sentences
}

/** Emphasis next to a letter needs a letter inside its signs, or a space outside of them. */
const strong = (answer: string): string =>
  /^[\p{P}\p{S}]|[\p{P}\p{S}]$/u.test(answer) ? ` **${answer}** ` : `**${answer}**`

/** With spaces around it Markdown takes it for nothing else. */
const blank = ({ hint }: Cloze): string => (hint ? ` ____ （${hint}）` : ' ____ ')

const written = (text: string, sentence: Sentence, write: (cloze: Cloze) => string): string => {
  let at = sentence.from
  let line = ''
  for (const cloze of sentence.clozes) {
    line += text.slice(at, cloze.from) + write(cloze)
    at = cloze.to
  }
  return (line + text.slice(at, sentence.to)).trim()
}

const cardsOf = (text: string, sentence: Sentence): Pair[] => {
  if (!/[\p{L}\p{N}]/u.test(written(text, sentence, () => ''))) return []
  const groups = new Set(sentence.clozes.filter(({ answer }) => answer).map(({ group }) => group))
  return [...groups].slice(0, maxBlanksPerSentence).map((group) => ({
    front: written(text, sentence, (cloze) => (cloze.group === group ? blank(cloze) : cloze.answer)),
    back: written(text, sentence, (cloze) => (cloze.group === group ? strong(cloze.answer) : cloze.answer)),
  }))
}

export function holdsNumberedCloze(text: string): boolean {
  return /\{\{c\d/.test(text)
}

/** A card for each blank; none when the line has no cloze, or nothing but it. */
export function clozeCards(text: string): Pair[] {
  const clozes = clozesOf(text)
  return clozes.length === 0 ? [] : sentencesOf(text, clozes).flatMap((sentence) => cardsOf(text, sentence))
}
