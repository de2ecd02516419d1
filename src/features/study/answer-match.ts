import { isCounter, measureOf, namesUnit } from './answer-units.ts'
import { isSameFormula } from './formula-value.ts'

/**
 * Whether a typed answer is the right one. Form does not count: full or half width, spaces, punctuation around words.
 * What carries meaning does: signs and points of numbers, powers, the brackets and capitals of a formula (Co is not CO),
 * the capital of a name. What only lacks such a thing is wrong, and the student sees what it lacks.
 */

/** The card that was asked, in plain words. */
export type AskedCard = {
  answer: string
  question?: string
  back?: string
  /** The back holds a typeset formula. */
  hasFormula?: boolean
}

/** `case`: right but for capitals; `unit`: the number is right. */
export type Judgement = { isRight: true } | { isRight: false; lacks?: 'case' | 'unit' }

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const subscripts = '₀₁₂₃₄₅₆₇₈₉₊₋'
const plainScripts = '0123456789+-'

/** Powers are written out first: NFKC alone would make 10⁸ into 108. */
const withPowers = (text: string): string =>
  text
    .replace(
      /[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+/gu,
      (run) => `^${[...run].map((sign) => plainScripts[superscripts.indexOf(sign)]).join('')}`,
    )
    .replace(/[₀₁₂₃₄₅₆₇₈₉₊₋]/gu, (sign) => plainScripts[subscripts.indexOf(sign)]!)

/** Signs as a phone's keyboard has them. */
const typedSigns: readonly (readonly [RegExp, string])[] = [
  [/根号|sqrt/giu, '√'],
  [/\*\*/gu, '^'],
  [/[×✕·⋅]/gu, '*'],
  [/(?<=[\d)])\s*[xX]\s*(?=[\d(])/gu, '*'],
  [/÷/gu, '/'],
  [/[−–]/gu, '-'],
  [/(?<=\d)比(?=\d)/gu, ':'],
  [/∶/gu, ':'],
  [/[[{]/gu, '('],
  [/[\]}]/gu, ')'],
]

/** Powers, signs and widths in the one way in which they are compared. */
export function signed(text: string): string {
  return typedSigns.reduce(
    (current, [pattern, sign]) => current.replace(pattern, sign),
    withPowers(text).normalize('NFKC'),
  )
}

const withoutSpace = (text: string): string => text.replace(/\s+/gu, '')

/** Punctuation that no words turn on; `- . / %` and the signs of mathematics stay. */
const idlePunctuation = /[\s,!?;"'`~、。！？；，“”‘’「」『』《》〈〉【】…—•()]|(?<!\d)[:：]|[:：](?!\d)/gu

const wordsOf = (text: string): string => signed(text).replace(idlePunctuation, '').replace(/\.$/, '')

/** CO, and the genes Dd: a capital makes another one. */
const chemicalFormula = /^(?:[A-Z][a-z]?\d*)+$/
const genes = /^(?:([a-z])\1|X[A-Za-z]|XX|XY)+$/i
const operators = /[=+*/^√]|sin|cos|tan/u
const greekLetter = /[α-ωΔ]/u

/** Letters or names with an operator among them, or what the card sets as a formula. */
const isFormula = (text: string, { hasFormula = false }: AskedCard): boolean =>
  /\p{L}/u.test(text) && (hasFormula || operators.test(text) || greekLetter.test(text))

/** Capitals of a single word: Monday. A sentence begins with one too, and there it says nothing. */
const hasNameCapital = (text: string): boolean => /^\p{Lu}\p{Ll}+$/u.test(text.trim())

/** An answer in several ways: `甲；乙`, `甲或乙`, and what the back calls it besides. */
const alternativesOf = ({ answer, back = '' }: AskedCard): string[] => {
  const written = [answer, ...answer.split(/[；;]|或/u)]
  const [first = ''] = back.split(/[。\n]/u)
  const listed = first.split(/[，、；;]/u).map((part) => part.trim())
  const isList = listed.length > 1 && listed.every((part) => part !== '' && part.length <= 8)
  const synonyms = isList && listed.includes(answer.trim()) ? listed : []
  const at = back.indexOf(answer)
  const alias =
    /^[」”』）)。，,、\s]*[（(]?(?:也|又|亦|俗|简)(?:称|叫|作|名)(?:为|作)?([^。，；、（()）\s]{1,16})/u.exec(
      at === -1 ? '' : back.slice(at + answer.length),
    )?.[1]
  return [...written, ...synonyms, ...(alias === undefined ? [] : [alias])]
}

/** Letters that a phone has no key for, by their names. */
const greek: Readonly<Record<string, string>> = {
  α: 'alpha|阿尔法',
  β: 'beta|贝塔',
  γ: 'gamma|伽马',
  θ: 'theta|西塔',
  ω: 'omega|欧米伽',
  ρ: 'rho|柔',
  μ: 'miu|mu|缪',
  π: 'pai|pi|派',
  λ: 'lambda|兰姆达',
  η: 'eta|伊塔',
  φ: 'phi|fai',
  Δ: 'delta|德尔塔|▲|△',
}

const withGreek = (given: string, right: string): string =>
  Object.entries(greek).reduce(
    (text, [letter, names]) =>
      right.includes(letter) && !text.includes(letter)
        ? text.replace(new RegExp(names, 'giu'), letter)
        : text,
    given,
  )

/** The right side of `v=s/t`, where the left one is only a name. */
const sides = (formula: string): { name: string | undefined; value: string } => {
  const [name = '', ...rest] = formula.split('=')
  return rest.length === 1 && /^[^+\-*/^√()\d][^+\-*/^√()]*$/u.test(name)
    ? { name, value: rest[0]! }
    : { name: undefined, value: formula }
}

const isSameEquation = (given: string, right: string): boolean => {
  const [a, b, ...more] = given.split('=')
  const [c, d, ...others] = right.split('=')
  if (a === undefined || b === undefined || c === undefined || d === undefined) return false
  if (more.length + others.length > 0) return false
  return (isSameFormula(a, c) && isSameFormula(b, d)) || (isSameFormula(a, d) && isSameFormula(b, c))
}

const matchesFormula = (typed: string, right: string, card: AskedCard): boolean => {
  const given = withGreek(typed, right)
  if (given === right || isSameEquation(given, right)) return true
  const wanted = sides(right)
  const said = sides(given)
  if (wanted.value.includes('=') || said.value.includes('=')) return false
  // Another name than the card's own makes another formula: v=F/m for a=F/m.
  const isNamedRight =
    said.name === undefined ||
    said.name === wanted.name ||
    (wanted.name === undefined &&
      withoutSpace(`${card.question ?? ''}${card.back ?? ''}`).includes(said.name))
  return isNamedRight && (said.value === wanted.value || isSameFormula(said.value, wanted.value))
}

const judgeOne = (given: string, right: string, card: AskedCard): Judgement => {
  const typed = withoutSpace(signed(given)).replace(/[.。]$/u, '')
  const wanted = withoutSpace(signed(right)).replace(/[.。]$/u, '')
  const number = measureOf(wanted)
  const said = number && measureOf(typed)
  if (number && said) {
    if (number.isBefore !== said.isBefore || !isSameFormula(said.number, number.number))
      return { isRight: false }
    if (said.unit === number.unit || (isCounter(number.unit) && said.unit === '')) return { isRight: true }
    if (said.unit !== '') return { isRight: false }
    return namesUnit(card.question ?? '', number.unit) ? { isRight: true } : { isRight: false, lacks: 'unit' }
  }
  if (isFormula(wanted, card)) {
    if (matchesFormula(typed, wanted, card)) return { isRight: true }
    const isCase = matchesFormula(typed.toLowerCase(), wanted.toLowerCase(), card)
    return isCase ? { isRight: false, lacks: 'case' } : { isRight: false }
  }
  const a = wordsOf(given)
  const b = wordsOf(right)
  if (b === '') return { isRight: false }
  if (a === b || (/[\d√π%]/u.test(wanted) && isSameFormula(typed, wanted))) return { isRight: true }
  if (a.toLowerCase() !== b.toLowerCase()) return { isRight: false }
  const capitalsCount =
    (b.length > 1 && chemicalFormula.test(b)) ||
    genes.test(b) ||
    (hasNameCapital(right) && !hasNameCapital(a) && a !== a.toUpperCase())
  return capitalsCount ? { isRight: false, lacks: 'case' } : { isRight: true }
}

/** What a typed answer comes to. */
export function judgeAnswer(given: string, card: AskedCard): Judgement {
  if (wordsOf(given) === '') return { isRight: false }
  const judgements = alternativesOf(card).map((right) => judgeOne(given, right, card))
  return (
    judgements.find(({ isRight }) => isRight) ??
    judgements.find((judgement) => 'lacks' in judgement) ?? { isRight: false }
  )
}

/** @param answer the card's own short answer */
export function matchesAnswer(given: string, answer: string): boolean {
  return judgeAnswer(given, { answer }).isRight
}
