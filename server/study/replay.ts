import { apply, byAnsweredAt, type ScheduledState } from '#contract/scheduling.ts'
import { dayOf } from '#contract/study-day.ts'
import type { StudyAnswer } from '#contract/study.ts'

/** An answer to a card in review: what true retention is counted from. */
export type Review = {
  /** Its study day. */
  day: string
  /** 困难 or better. */
  recalled: boolean
}

/**
 * The fold of `contract/scheduling.ts`, telling on its way which answers were reviews.
 * @param state what the answers before these came to
 * @param answers in any order, each once
 */
export const replay = (
  state: ScheduledState | undefined,
  answers: readonly StudyAnswer[],
): { state: ScheduledState | undefined; reviews: Review[] } => {
  const reviews: Review[] = []
  let reached = state
  for (const answer of answers.toSorted(byAnsweredAt)) {
    if (reached?.phase === 'review') {
      const day = dayOf(answer.answeredAt, answer.utcOffsetMinutes)
      reviews.push({ day, recalled: answer.rating >= 2 })
    }
    reached = apply(reached, answer)
  }
  return { state: reached, reviews }
}
