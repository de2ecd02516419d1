import { overloadOf } from '#contract/text/card-weight.ts'
import { maxCardSideLength, maxCardsInPrivatePack } from '#contract/limits.ts'
import { isShowable, toSide } from './card-side.ts'
import type { DraftCard, Generation, Problem } from './draft-card.ts'
import type { DraftAt } from './table-cards.ts'

/** Makes of what the rules found a pack: within its limits, in the order of the notes, nothing twice. */

const maxHintLength = 1000
const maxExplanationLength = 4000
const maxChapterLength = 40
const maxProblems = 500
const shownProblemLength = 80

const finished = ({ front, back, hint, explanation, chapter }: DraftCard): DraftCard => {
  const sides = { hint: toSide(hint ?? ''), explanation: toSide(explanation ?? '') }
  const heading = (chapter ?? '').replace(/\s+/g, ' ').trim()
  return {
    front: toSide(front),
    back: toSide(back),
    ...(isShowable(sides.hint) && { hint: sides.hint }),
    ...(isShowable(sides.explanation) && { explanation: sides.explanation }),
    ...(heading && { chapter: [...heading].slice(0, maxChapterLength).join('') }),
  }
}

const isTooMuch = ({ front, back, hint = '', explanation = '' }: DraftCard): boolean =>
  front.length > maxCardSideLength ||
  back.length > maxCardSideLength ||
  hint.length > maxHintLength ||
  explanation.length > maxExplanationLength ||
  [front, back, hint, explanation].some((side) => overloadOf(side) !== undefined)

/** The first characters, none cut in half. */
const shortened = (text: string): string =>
  Array.from(text.slice(0, 2 * shownProblemLength))
    .slice(0, shownProblemLength)
    .join('')

const keyOf = ({ front, back }: DraftCard): string => JSON.stringify([front, back])

/** Two fronts that are the same are distinguished by their headings. */
const withHeadings = (drafts: readonly DraftAt[]): DraftAt[] => {
  const chapters = new Map<string, Set<string>>()
  for (const { card } of drafts) {
    chapters.set(card.front, (chapters.get(card.front) ?? new Set()).add(card.chapter ?? ''))
  }
  return drafts.map(({ card, line }) =>
    card.chapter && (chapters.get(card.front)?.size ?? 0) > 1
      ? { card: { ...card, front: `${toSide(card.chapter)} · ${card.front}` }, line }
      : { card, line },
  )
}

const byLine = (a: { line: number }, b: { line: number }): number => a.line - b.line

/**
 * @param drafts as the rules made them, in any order
 * @param namesFronts whether fronts may be lengthened; a file that was written as cards stays as it is
 */
export function collectCards(
  drafts: readonly DraftAt[],
  problems: readonly Problem[],
  namesFronts: boolean,
): Generation {
  const cards: DraftCard[] = []
  const left = [...problems]
  const seen = new Set<string>()
  let isFull = false
  const made = [...drafts].sort(byLine).map(({ card, line }) => ({ card: finished(card), line }))
  for (const { card, line } of namesFronts ? withHeadings(made) : made) {
    const key = keyOf(card)
    const refuse = (reason: Problem['reason']) => left.push({ line, text: card.front || card.back, reason })
    if (!isShowable(card.front) || !isShowable(card.back)) refuse('unmatched')
    else if (isTooMuch(card)) refuse('too_long')
    else if (seen.has(key)) continue
    else if (cards.length < maxCardsInPrivatePack) cards.push(card)
    else if (!isFull) {
      refuse('over_limit')
      isFull = true
    }
    seen.add(key)
  }
  return {
    cards,
    problems: left
      .sort(byLine)
      .slice(0, maxProblems)
      .map((problem) => ({
        ...problem,
        text: shortened(problem.text),
      })),
  }
}
