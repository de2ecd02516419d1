import { clozeCards, holdsNumberedCloze } from './cloze-line.ts'
import { splitPair, type Pair } from './pair-line.ts'
import { splitWords } from './word-line.ts'

/** What one line says by itself. */

export type LineReading =
  /** Cards of its own. */
  | { cards: Pair[] }
  /** 光合作用的条件： and what follows is its answer. */
  | { opens: string }

/** 【光合作用】绿色植物…, with nothing else in such brackets. */
const bracketed = (text: string): Pair | undefined => {
  const found = /^【([^【】]{1,40})】[：:]? *(?=[^【】]{2,}$)/.exec(text)
  return found ? { front: found[1]!, back: text.slice(found[0].length) } : undefined
}

/** 什么是光合作用？绿色植物… */
const answered = (text: string): Pair | undefined => {
  const found = /^([^?？]{2,200}[?？]) *(?=[^\s?？”』」)）])/.exec(text)
  return found ? { front: found[1]!, back: text.slice(found[0].length) } : undefined
}

/** Undefined when no rule understands the line. */
export function readSingleLine(text: string): LineReading | undefined {
  if (holdsNumberedCloze(text)) {
    const cards = clozeCards(text)
    if (cards.length > 0) return { cards }
  }
  const whole = bracketed(text) ?? answered(text)
  if (whole) return { cards: [whole] }
  const pair = splitPair(text)
  if (pair) return pair.back === '' ? { opens: pair.front } : { cards: [pair] }
  const clozes = clozeCards(text)
  if (clozes.length > 0) return { cards: clozes }
  const words = splitWords(text)
  return words ? { cards: [words] } : undefined
}
