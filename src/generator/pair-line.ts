import { maskAsides } from './masked-text.ts'

/** Lines of two parts with a sign between them: colon, dash, equals sign, arrow, tab. */

export type Pair = { front: string; back: string }

const maxFrontLength = 60

/** Where a sign begins and ends. */
type Span = { from: number; to: number }

const spanOf = (found: RegExpExecArray | null): Span | undefined =>
  found ? { from: found.index, to: found.index + found[0].length } : undefined

const tab = (masked: string): Span | undefined => spanOf(/\t+/.exec(masked))

/** No ratio, time or address: `1:2`, `8:30`, `https://`. */
const colon = (masked: string): Span | undefined => {
  for (const found of masked.matchAll(/[：:]/g)) {
    const before = masked[found.index - 1] ?? ''
    const after = masked[found.index + 1] ?? ''
    if (found[0] === '：' || (!(/\d/.test(before) && /\d/.test(after)) && after !== '/' && after !== ':')) {
      return { from: found.index, to: found.index + 1 }
    }
  }
  return undefined
}

/** One dash alone: two of them stand around an aside. */
const dash = (masked: string): Span | undefined => {
  const found = [...masked.matchAll(/ +[-–—]+ +|——+|—/g)]
  const [only] = found
  const isYears =
    only && /\d$/.test(masked.slice(0, only.index)) && /^\d/.test(masked.slice(only.index + only[0].length))
  if (only && found.length === 1 && !isYears) return { from: only.index, to: only.index + only[0].length }
  const hyphen = /[A-Za-z]-(?=\p{Script=Han})|\p{Script=Han}-(?=[A-Za-z])/u.exec(masked)
  return hyphen
    ? { from: hyphen.index + hyphen[0].length - 1, to: hyphen.index + hyphen[0].length }
    : undefined
}

/** Also the arrow of a reaction. Not `==`, `<=` and their like. */
const equals = (masked: string): Span | undefined => {
  const span = spanOf(/ *(?:[=＝]+|→|⇌|⟶|->) */.exec(masked))
  const sign = span && masked.slice(span.from, span.to).trim()
  const before = span && masked.slice(0, span.from).trim().at(-1)
  return sign === '==' || /[<>!:~]/.test(before ?? '') ? undefined : span
}

const trimmed = (text: string): string => text.replace(/\*\*/g, '').trim()

/** 速度 v = s/t: the name asks for the whole formula. */
const namedFormula = (text: string, { from }: Span): Pair | undefined => {
  const found = /^(\p{Script=Han}{2,12}) +(?=[A-Za-z$])/u.exec(text.slice(0, from))
  return found ? { front: found[1]!, back: text.slice(found[0].length).trim() } : undefined
}

/** The condition of a reaction, 2H2 + O2 =(点燃)= 2H2O, goes with the question. */
const conditionOf = (back: string): Pair | undefined => {
  const found = /^([（(][^（()）]{1,20}[）)]) *[=＝→]+ */.exec(back)
  return found ? { front: ` ${found[1]!}`, back: back.slice(found[0].length) } : undefined
}

const isTerm = (masked: string): boolean =>
  masked.length <= maxFrontLength && !/[。！；;]/.test(masked) && (masked.match(/[，,]/g)?.length ?? 0) < 3

/**
 * The two parts; `back` is empty where nothing follows a colon. Undefined when it is no such line.
 * @param text one line
 */
export function splitPair(text: string): Pair | undefined {
  const masked = maskAsides(text)
  for (const find of [tab, colon, dash, equals]) {
    const span = find(masked)
    if (!span || !isTerm(masked.slice(0, span.from).trim())) continue
    const named = find === equals ? namedFormula(text, span) : undefined
    if (named) return named
    const front = trimmed(text.slice(0, span.from))
    const rest = text
      .slice(span.to)
      .replace(/^\*\*(?=[^*]*$)/, '')
      .trim()
    const condition = find === equals ? conditionOf(rest) : undefined
    const pair = { front: front + (condition?.front ?? ''), back: condition?.back ?? rest }
    if (front !== '' && (pair.back !== '' || find === colon)) return pair
  }
  return undefined
}
