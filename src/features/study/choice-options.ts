import { judgeAnswer, signed, type AskedCard } from './answer-match.ts'
import { measureOf } from './answer-units.ts'

/** The wrong answers of a choice: of the same kind as the right one, and surely wrong. */

const wrongOptions = 3
const longestOption = 60
/** Of another kind than the answer; with two of them the right one shows. */
const mostOdd = 1

type Kind = 'year' | 'number' | 'formula' | 'latin' | 'title' | 'character' | 'words'

const kindOf = (text: string): Kind => {
  const plain = signed(text).trim()
  if (/^(?:约|公元|前)*\d{1,4}年$/u.test(plain)) return 'year'
  if (measureOf(plain.replace(/\s/gu, '')) !== undefined || /^[-+\d./√π%°:*^]+$/u.test(plain)) return 'number'
  if (/[=+*/^√]|sin|cos|tan|[α-ωΔ]/u.test(plain)) return 'formula'
  if (/^[\p{Script=Latin}\s,.'’-]+$/u.test(plain)) return 'latin'
  if (plain.startsWith('《')) return 'title'
  return [...plain].length === 1 ? 'character' : 'words'
}

const equation = /^([^=+\-*/^√()\d][^=+\-*/^√()]*)=(.+)$/u

/** What stands before the sign says which option is asked for: v= of a question for the speed v. */
const valueOf = (text: string): string => equation.exec(text)?.[2]?.trim() ?? text
const nameOf = (text: string): string | undefined => equation.exec(text)?.[1]?.trim()

/** （v 开头） gives the answer away to all that begin otherwise. */
const initialOf = (question: string): string | undefined =>
  /([A-Za-z])\s*开头/u.exec(question)?.[1]?.toLowerCase()

export type Options = { right: string; wrong: readonly string[] }

/**
 * @param others short answers of the pack, the nearest first
 * @returns undefined where the pack has too few that could mislead
 */
export function optionsOf(card: AskedCard, others: readonly string[]): Options | undefined {
  const { answer, question = '' } = card
  if (answer.length > longestOption) return undefined
  const initial = initialOf(question)
  const name = nameOf(answer)
  const isMisleading = (other: string): boolean =>
    other.length <= longestOption &&
    !judgeAnswer(other, card).isRight &&
    // Two formulas for the same thing may both be right.
    (name === undefined || nameOf(other) !== name) &&
    (initial === undefined || other.toLowerCase().startsWith(initial))
  const shown = name === undefined ? (text: string) => text : valueOf
  const unique = new Map(
    others.filter(isMisleading).map((other) => [shown(other).normalize('NFKC').trim(), shown(other)]),
  )
  unique.delete(shown(answer).normalize('NFKC').trim())
  const kind = kindOf(answer)
  const wrong = [...unique.values()]
    .map((other, place) => ({
      other,
      isOdd: kindOf(name === undefined ? other : `x=${other}`) !== kind,
      oddness: Math.abs(other.length - shown(answer).length) + place / 8,
    }))
    .sort((a, b) => Number(a.isOdd) - Number(b.isOdd) || a.oddness - b.oddness)
    .slice(0, wrongOptions)
  const isFair = wrong.length === wrongOptions && wrong.filter(({ isOdd }) => isOdd).length <= mostOdd
  return isFair ? { right: shown(answer), wrong: wrong.map(({ other }) => other) } : undefined
}
