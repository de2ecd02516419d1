import { apply, byAnsweredAt, type ScheduledState } from '#contract/scheduling.ts'
import type { CardState, StudyAnswer, StudyDay, StudyUndo } from '#contract/study.ts'

/** What the learner sees = the server's snapshot + what is still waiting. Pure. */

type Pending = {
  answers: readonly StudyAnswer[]
  undos: readonly StudyUndo[]
}

/**
 * A card's state.
 * @param stateBefore what an answer met, for answers that the snapshot holds and an undo takes back
 */
export const projectCard = (
  base: CardState | null,
  pending: Pending,
  stateBefore: (answerId: string) => ScheduledState | null | undefined,
): ScheduledState | undefined => {
  const waiting = new Set(pending.answers.map((answer) => answer.id))
  const undone = new Set(pending.undos.map((undo) => undo.answerId))
  const takenFromBase = pending.undos.find((undo) => !waiting.has(undo.answerId))
  const before = takenFromBase && stateBefore(takenFromBase.answerId)
  const start = before === undefined ? (base ?? undefined) : (before ?? undefined)
  return pending.answers
    .filter((answer) => !undone.has(answer.id))
    .sort(byAnsweredAt)
    .reduce<ScheduledState | undefined>(apply, start && scheduledOnly(start))
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

/** A study day's numbers. */
export const projectDay = (
  day: string,
  base: StudyDay | null,
  changes: readonly DayChange[],
  dailyGoal: number,
): StudyDay => {
  const sum = (of: (change: DayChange) => number): number =>
    changes.reduce((total, change) => total + change.answers * of(change), 0)
  const answers = Math.max(0, (base?.answers ?? 0) + sum(() => 1))
  return {
    day,
    answers,
    newCards: Math.max(0, (base?.newCards ?? 0) + sum((change) => (change.wasNew ? 1 : 0))),
    durationMs: Math.max(0, (base?.durationMs ?? 0) + sum((change) => change.durationMs)),
    goalReached: (base?.goalReached ?? false) || answers >= dailyGoal,
  }
}
