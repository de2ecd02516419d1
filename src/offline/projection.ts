import { reachesGoal } from '#contract/progress.ts'
import { apply, byAnsweredAt, type ScheduledState } from '#contract/scheduling.ts'
import type { CardState, StudyAnswer, StudyDay, StudyUndo } from '#contract/study.ts'

/** What the learner sees = the server's snapshot + what is still waiting. Pure. */

type Pending = {
  answers: readonly StudyAnswer[]
  undos: readonly StudyUndo[]
}

/** An answer of this device's journal: when it was given, and the state that it met. */
export type Given = { answeredAt: string; before: ScheduledState | null }

/**
 * A card's state.
 * @param given the journal's entry of an answer, for answers that the snapshot holds and an undo takes back
 */
export function projectCard(
  base: CardState | null,
  pending: Pending,
  given: (answerId: string) => Given | undefined,
): ScheduledState | undefined {
  const waiting = new Set(pending.answers.map((answer) => answer.id))
  const undone = new Set(pending.undos.map((undo) => undo.answerId))
  const [firstTaken] = [...undone]
    .filter((answerId) => !waiting.has(answerId))
    .flatMap((answerId) => given(answerId) ?? [])
    .sort((a, b) => (a.answeredAt < b.answeredAt ? -1 : 1))
  const start = firstTaken === undefined ? base : firstTaken.before
  return pending.answers
    .filter((answer) => !undone.has(answer.id))
    .sort(byAnsweredAt)
    .reduce<ScheduledState | undefined>(apply, start === null ? undefined : scheduledOnly(start))
}

/** Drops what belongs to storage. */
export function scheduledOnly(state: ScheduledState): ScheduledState {
  return {
    cardId: state.cardId,
    phase: state.phase,
    dueAt: state.dueAt,
    stability: state.stability,
    difficulty: state.difficulty,
    learningStep: state.learningStep,
    reps: state.reps,
    lapses: state.lapses,
    scheduledDays: state.scheduledDays,
    lastAnsweredAt: state.lastAnsweredAt,
    introducedOn: state.introducedOn,
    everCorrect: state.everCorrect,
    xp: state.xp,
  }
}

/** What one waiting answer, or the undo of an uploaded one, adds to its day. */
export type DayChange = { answers: 1 | -1; wasNew: boolean; durationMs: number }

type WaitingDay = {
  changes: readonly DayChange[]
  /** Waiting answers of the day that carry no plan, those that are taken back too. */
  received: number
  /** Cards of waiting answers that the snapshot does not count yet. */
  metCards?: number
  /** The smallest plan that a waiting answer carries. */
  planCards?: number | undefined
  dailyGoal: number
}

const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b)

/**
 * A study day's numbers. Whether the goal is reached, the server decides when it receives an answer, and
 * taking one back does not change it: so without a waiting answer its word stands.
 */
export function projectDay(day: string, base: StudyDay | null, waiting: WaitingDay): StudyDay {
  const { changes, received, metCards = 0, dailyGoal } = waiting
  const sum = (of: (change: DayChange) => number): number =>
    changes.reduce((total, change) => total + change.answers * of(change), 0)
  const planCards = smaller(base?.planCards, waiting.planCards)
  const counted = base?.cards ?? (metCards > 0 ? (base?.answers ?? 0) : undefined)
  const cards = counted === undefined ? undefined : counted + metCards
  const unplanned = received > 0 ? (base?.answers ?? 0) + received : 0
  const isWaiting = received > 0 || waiting.planCards !== undefined
  const reachedNow = isWaiting && reachesGoal({ cards: cards ?? 0, planCards, unplanned, dailyGoal })
  return {
    day,
    answers: Math.max(0, (base?.answers ?? 0) + sum(() => 1)),
    newCards: Math.max(0, (base?.newCards ?? 0) + sum((change) => (change.wasNew ? 1 : 0))),
    durationMs: Math.max(0, (base?.durationMs ?? 0) + sum((change) => change.durationMs)),
    goalReached: (base?.goalReached ?? false) || reachedNow,
    ...(cards !== undefined && { cards }),
    ...(planCards !== undefined && { planCards }),
  }
}
