import type { StudyMode } from '#contract/account.ts'
import { plainText } from '#contract/card-text.ts'
import type { Card } from '#contract/packs.ts'
import { matchesAnswer } from './answer-match.ts'

/** How a card is asked: picked anew for each showing from the modes that the student has chosen. */
export type Exercise =
  | { mode: 'flip' }
  /** `options` in the order shown; `right` is the place of the card's own answer. */
  | { mode: 'choice'; options: readonly string[]; right: number }
  | { mode: 'cloze'; answer: string }
  | { mode: 'listen'; speech: string }

/** What the student tried before the answer was shown. */
export type Attempt = { given: string; isRight: boolean }

export type ExerciseFacts = {
  card: Pick<Card, 'front' | 'answer'>
  isNew: boolean
  modes: readonly StudyMode[]
  /** Short answers of other cards of the pack, the nearest first. */
  otherAnswers: readonly string[]
  canSpeak: boolean
  /** 0 up to, but without, 1. */
  random: () => number
}

const wrongOptions = 3
const longestOption = 60
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

/** Answers that look like the right one mislead best: of the near ones, those of a similar length. */
const distractors = (answer: string, others: readonly string[]): string[] => {
  const different = others.filter((other) => other.length <= longestOption && !matchesAnswer(other, answer))
  const unique = [...new Map(different.map((other) => [other.normalize('NFKC').trim(), other])).values()]
  return unique
    .map((other, place) => ({ other, oddness: Math.abs(other.length - answer.length) + place / 8 }))
    .sort((a, b) => a.oddness - b.oddness)
    .slice(0, wrongOptions)
    .map(({ other }) => other)
}

const exerciseFor = (mode: StudyMode, facts: ExerciseFacts): Exercise | null => {
  const { answer, front } = facts.card
  switch (mode) {
    case 'flip':
      return { mode }
    case 'choice': {
      if (answer === undefined || answer.length > longestOption) return null
      const wrong = distractors(answer, facts.otherAnswers)
      if (wrong.length < wrongOptions) return null
      const options = shuffled([answer, ...wrong], facts.random)
      return { mode, options, right: options.indexOf(answer) }
    }
    case 'cloze':
      // What was never seen cannot be typed from memory.
      return answer === undefined || answer.length > longestTyped || facts.isNew ? null : { mode, answer }
    case 'listen': {
      const speech = plainText(front).trim()
      return facts.canSpeak && speech !== '' ? { mode, speech } : null
    }
  }
}

/** One of the chosen modes that this card allows; flipping when none does. */
export const pickExercise = (facts: ExerciseFacts): Exercise => {
  const possible = facts.modes.map((mode) => exerciseFor(mode, facts)).filter((exercise) => exercise !== null)
  return possible[Math.floor(facts.random() * possible.length)] ?? { mode: 'flip' }
}

/** What an attempt comes to; null for modes in which nothing is tried. */
export const judgeAttempt = (exercise: Exercise, given: string): Attempt | null => {
  switch (exercise.mode) {
    case 'choice':
      return { given, isRight: given === exercise.options[exercise.right] }
    case 'cloze':
      return { given, isRight: matchesAnswer(given, exercise.answer) }
    default:
      return null
  }
}
