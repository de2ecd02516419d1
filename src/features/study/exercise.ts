import type { StudyMode } from '#contract/account.ts'
import { plainText, type CardText } from '#contract/text/card-text.ts'
import type { Card } from '#contract/packs.ts'
import type { Rating } from '#contract/study.ts'
import { judgeAnswer, type AskedCard, type Judgement } from './answer-match.ts'
import { optionsOf } from './choice-options.ts'

/** How a card is asked: picked for each showing from the modes that the student has chosen. */
export type Exercise =
  | { mode: 'flip' }
  /** `options` in the order shown; `right` is the place of the card's own answer. */
  | { mode: 'choice'; options: readonly string[]; right: number }
  | ({ mode: 'cloze' } & AskedCard)
  | { mode: 'listen'; speech: string }

/** What the student tried before the answer was shown. */
export type Attempt = { given: string } & Judgement

/** A card that was just missed is not easy. @param attempt null where nothing was tried */
export function highestRating(attempt: Attempt | null): Rating {
  return attempt?.isRight === false ? 3 : 4
}

export type ExerciseFacts = {
  card: Pick<Card, 'front' | 'answer'> & Partial<Pick<Card, 'back'>>
  isNew: boolean
  modes: readonly StudyMode[]
  /** Short answers of other cards of the pack, the nearest first. */
  otherAnswers: readonly string[]
  canSpeak: boolean
  /** 0 up to, but without, 1. */
  random: () => number
}

/** A longer answer is not typed on a phone. */
const longestTyped = 24

const shuffled = <T>(items: readonly T[], random: () => number): T[] => {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}

/** A formula is set on the back, or the whole of it is one. */
const holdsMath = (text: CardText): boolean => JSON.stringify(text).includes('"math')

const askedCard = ({ card }: ExerciseFacts, answer: string): AskedCard => ({
  answer,
  question: plainText(card.front),
  back: card.back && plainText(card.back),
  hasFormula: card.back !== undefined && holdsMath(card.back),
})

const exerciseFor = (mode: StudyMode, facts: ExerciseFacts): Exercise | null => {
  const { answer, front } = facts.card
  switch (mode) {
    case 'flip':
      return { mode }
    case 'choice': {
      const found = answer === undefined ? undefined : optionsOf(askedCard(facts, answer), facts.otherAnswers)
      if (found === undefined) return null
      const options = shuffled([found.right, ...found.wrong], facts.random)
      return { mode, options, right: options.indexOf(found.right) }
    }
    case 'cloze':
      // What was never seen cannot be typed from memory.
      return answer === undefined || answer.length > longestTyped || facts.isNew
        ? null
        : { mode, ...askedCard(facts, answer) }
    case 'listen': {
      const speech = plainText(front).trim()
      return facts.canSpeak && speech !== '' ? { mode, speech } : null
    }
  }
}

/** One of the chosen modes that this card allows; flipping when none does. */
export function pickExercise(facts: ExerciseFacts): Exercise {
  const possible = facts.modes.map((mode) => exerciseFor(mode, facts)).filter((exercise) => exercise !== null)
  return possible[Math.floor(facts.random() * possible.length)] ?? { mode: 'flip' }
}

/** What an attempt comes to; null for modes in which nothing is tried. */
export function judgeAttempt(exercise: Exercise, given: string): Attempt | null {
  switch (exercise.mode) {
    case 'choice':
      return { given, isRight: given === exercise.options[exercise.right] }
    case 'cloze':
      return { given, ...judgeAnswer(given, exercise) }
    default:
      return null
  }
}
