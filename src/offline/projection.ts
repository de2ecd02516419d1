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
export const projectCard = (
  base: CardState | null,
  pending: Pending,
  given: (answerId: string) => Given | undefined,
): ScheduledState | undefined => {
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
export const scheduledOnly = (state: ScheduledState): ScheduledState => ({
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
})

/** What one waiting answer, or the undo of an uploaded one, adds to its day. */
export type DayChange = { answers: 1 | -1; wasNew: boolean; durationMs: number }

/**
 * A study day's numbers. Whether the goal is reached, the server decides when it receives an answer, and
 * taking one back does not change it: so without a waiting answer its word stands.
 * @param received waiting answers of the day, those that are taken back too
 */
export const projectDay = (
  day: string,
  base: StudyDay | null,
  { changes, received, dailyGoal }: { changes: readonly DayChange[]; received: number; dailyGoal: number },
): StudyDay => {
  const sum = (of: (change: DayChange) => number): number =>
    changes.reduce((total, change) => total + change.answers * of(change), 0)
  const reachedNow = received > 0 && (base?.answers ?? 0) + received >= dailyGoal
  return {
    day,
    answers: Math.max(0, (base?.answers ?? 0) + sum(() => 1)),
    newCards: Math.max(0, (base?.newCards ?? 0) + sum((change) => (change.wasNew ? 1 : 0))),
    durationMs: Math.max(0, (base?.durationMs ?? 0) + sum((change) => change.durationMs)),
    goalReached: (base?.goalReached ?? false) || reachedNow,
  }
}
