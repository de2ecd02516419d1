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
export function replay(
  state: ScheduledState | undefined,
  answers: readonly StudyAnswer[],
): { state: ScheduledState | undefined; reviews: Review[] } {
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

/**
 * Two folds from the beginning, of histories that are mostly the same: what both begin with is folded once. So the
 * undo of a card's last answer costs one fold of its history, not two.
 */
export function replayBoth(
  histories: readonly [readonly StudyAnswer[], readonly StudyAnswer[]],
): [ReturnType<typeof replay>, ReturnType<typeof replay>] {
  const [first, second] = histories.map((answers) => answers.toSorted(byAnsweredAt)) as [
    StudyAnswer[],
    StudyAnswer[],
  ]
  const differsAt = first.findIndex(({ id }, at) => id !== second[at]?.id)
  const shared = differsAt < 0 ? first.length : differsAt
  const beginning = replay(undefined, first.slice(0, shared))
  const goOn = (answers: readonly StudyAnswer[]) => {
    const { state, reviews } = replay(beginning.state, answers.slice(shared))
    return { state, reviews: [...beginning.reviews, ...reviews] }
  }
  return [goOn(first), goOn(second)]
}
