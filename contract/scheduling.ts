import { createEmptyCard, fsrs, State, type Card as FsrsCard, type FSRS, type Grade } from 'ts-fsrs'
import { xpForFirstCorrect, xpForReview } from './progress.ts'
import { dayOf } from './study-day.ts'
import type { CardPhase, CardState, Rating, StudyAnswer } from './study.ts'

/**
 * A card's state is a fold of its answers in the order of (`answeredAt`, `id`). Page and server run
 * this same code, so devices converge in whatever order answers arrive. FSRS-6 with short-term steps
 * as ts-fsrs has it; fuzz is off, since a fold must give one result. Stability and difficulty are
 * rounded, so that engines whose `Math.pow` differ in the last bit still agree.
 */

/** A state without the two fields that belong to storage. */
export type ScheduledState = Omit<CardState, 'packId' | 'version'>

export const ratings = [1, 2, 3, 4] as const satisfies readonly Rating[]

const learningSteps = ['1m', '10m'] as const
const relearningSteps = ['10m'] as const

const phases: Record<State, CardPhase> = {
  [State.New]: 'new',
  [State.Learning]: 'learning',
  [State.Review]: 'review',
  [State.Relearning]: 'relearning',
}
const fsrsStates: Record<CardPhase, State> = {
  new: State.New,
  learning: State.Learning,
  review: State.Review,
  relearning: State.Relearning,
}

/** Retention is any number within its bounds: without a ceiling a stranger could fill the memory. */
const maxSchedulers = 100
const schedulers = new Map<number, FSRS>()

const schedulerFor = (retention: number): FSRS => {
  const known = schedulers.get(retention)
  if (known) return known
  if (schedulers.size >= maxSchedulers) schedulers.clear()
  const made = fsrs({
    request_retention: retention,
    enable_fuzz: false,
    enable_short_term: true,
    learning_steps: [...learningSteps],
    relearning_steps: [...relearningSteps],
  })
  schedulers.set(retention, made)
  return made
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const toFsrsCard = (state: ScheduledState | undefined, now: Date): FsrsCard =>
  state === undefined
    ? createEmptyCard(now)
    : {
        due: new Date(state.dueAt),
        stability: state.stability,
        difficulty: state.difficulty,
        elapsed_days: 0,
        scheduled_days: state.scheduledDays,
        learning_steps: state.learningStep,
        reps: state.reps,
        lapses: state.lapses,
        state: fsrsStates[state.phase],
        last_review: new Date(state.lastAnsweredAt),
      }

/** The instant an answer counts at: never before the answer that the state already holds. */
const effectiveInstant = (answeredAt: string, state: ScheduledState | undefined): Date =>
  new Date(state !== undefined && state.lastAnsweredAt > answeredAt ? state.lastAnsweredAt : answeredAt)

/**
 * XP of one answer: the first correct answer of a card, or a review of a card that was due that day;
 * repeats within a session earn nothing.
 */
const xpOf = (answer: StudyAnswer, state: ScheduledState | undefined): number => {
  if (answer.rating >= 2 && !state?.everCorrect) return xpForFirstCorrect
  if (state?.phase !== 'review') return 0
  const isDue =
    dayOf(state.dueAt, answer.utcOffsetMinutes) <= dayOf(answer.answeredAt, answer.utcOffsetMinutes)
  return isDue ? xpForReview[answer.rating] : 0
}

/**
 * The state after one more answer.
 * @param state what the answers before it came to; undefined for a card never answered
 */
export function apply(state: ScheduledState | undefined, answer: StudyAnswer): ScheduledState {
  const now = effectiveInstant(answer.answeredAt, state)
  const { card } = schedulerFor(answer.retention).next(toFsrsCard(state, now), now, answer.rating)
  return {
    cardId: answer.cardId,
    phase: phases[card.state],
    dueAt: card.due.toISOString(),
    stability: rounded(card.stability),
    difficulty: rounded(card.difficulty),
    learningStep: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
    scheduledDays: card.scheduled_days,
    lastAnsweredAt: now.toISOString(),
    introducedOn: state?.introducedOn ?? dayOf(answer.answeredAt, answer.utcOffsetMinutes),
    everCorrect: (state?.everCorrect ?? false) || answer.rating >= 2,
    xp: (state?.xp ?? 0) + xpOf(answer, state),
  }
}

/** The order in which answers count, whatever order they came in. */
export function byAnsweredAt(a: StudyAnswer, b: StudyAnswer): number {
  return a.answeredAt < b.answeredAt
    ? -1
    : a.answeredAt > b.answeredAt
      ? 1
      : a.id < b.id
        ? -1
        : a.id > b.id
          ? 1
          : 0
}

/**
 * The state that a set of answers to one card comes to; answers of the same id count once.
 * @param undone ids of answers that were taken back
 * @returns undefined when no answer is left
 */
export function fold(
  answers: readonly StudyAnswer[],
  undone: ReadonlySet<string> = new Set(),
): ScheduledState | undefined {
  const unique = new Map(
    answers.filter((answer) => !undone.has(answer.id)).map((answer) => [answer.id, answer]),
  )
  return [...unique.values()].sort(byAnsweredAt).reduce<ScheduledState | undefined>(apply, undefined)
}

/**
 * Milliseconds until the card would come back, for each rating: what the rating buttons show.
 * @param retention the desired retention now
 */
export function previewIntervals(
  state: ScheduledState | undefined,
  at: string,
  retention: number,
): Record<Rating, number> {
  const now = effectiveInstant(at, state)
  const preview = schedulerFor(retention).repeat(toFsrsCard(state, now), now)
  const until = (rating: Rating): number => preview[rating as Grade].card.due.getTime() - now.getTime()
  return { 1: until(1), 2: until(2), 3: until(3), 4: until(4) }
}
