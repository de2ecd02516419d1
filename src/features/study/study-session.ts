import type { ScheduledState } from '#contract/scheduling.ts'
import type { Rating } from '#contract/study.ts'

/**
 * One sitting as a value: which card is shown, which wait, which come back. Pure; the player around it
 * reads cards and writes answers. Taking an answer back restores the line as it was, so undo goes back
 * as far as the sitting.
 */

export type SessionCard = {
  cardId: string
  packId: string
  isNew: boolean
  /** ISO instant; null for a card never answered. */
  dueAt: string | null
}

export type SessionAnswer = {
  answerId: string
  cardId: string
  rating: Rating
  durationMs: number
  /** The card's state that the answer met; undefined for its first answer. */
  before: ScheduledState | undefined
  after: ScheduledState
}

type Line = {
  current: SessionCard | null
  /** Not shown yet, in order. */
  waiting: readonly SessionCard[]
  /** In a learning step, earliest due first. */
  returning: readonly SessionCard[]
}

export type StudySession = Line & {
  revealed: boolean
  /** An answer or an undo is on its way to the disk: nothing else counts until it is there. */
  saving: boolean
  steps: readonly { line: Line; answer: SessionAnswer }[]
}

export type SessionAction =
  | { type: 'reveal' }
  | { type: 'save' }
  | { type: 'saved'; answer: SessionAnswer; at: string }
  | { type: 'save-failed' }
  | { type: 'undone' }
  /** The card shown is not on the device any more. */
  | { type: 'skip'; at: string }

/** The learning steps of `scheduling.ts` end within this time: a card due sooner is in one of them. */
const longestStepMs = 10 * 60_000

const byDue = (a: SessionCard, b: SessionCard): number => ((a.dueAt ?? '') < (b.dueAt ?? '') ? -1 : 1)

/**
 * The line with its next card shown: a returning card that is due, else a waiting one, else a
 * returning one before its time (another one than `last`, when there is one).
 */
const advance = (
  waiting: readonly SessionCard[],
  returning: readonly SessionCard[],
  at: string,
  last?: string,
): Line => {
  const due = returning.find((card) => (card.dueAt ?? '') <= at)
  const early = returning.find((card) => card.cardId !== last) ?? returning[0]
  const fromWaiting = due === undefined && waiting.length > 0
  const current = due ?? waiting[0] ?? early ?? null
  return fromWaiting
    ? { current, waiting: waiting.slice(1), returning }
    : { current, waiting, returning: returning.filter((card) => card !== current) }
}

/**
 * @param queue the cards of the sitting in order; one in a learning step waits for its time, a review
 *   of the study day may be shown before its hour
 * @param at now, ISO instant
 */
export function startSession(queue: readonly SessionCard[], at: string): StudySession {
  const unique = [...new Map(queue.map((card) => [card.cardId, card])).values()]
  const stepEnd = new Date(Date.parse(at) + longestStepMs).toISOString()
  const isInStep = ({ dueAt }: SessionCard): boolean => dueAt !== null && dueAt > at && dueAt <= stepEnd
  const line = advance(
    unique.filter((card) => !isInStep(card)),
    unique.filter(isInStep).sort(byDue),
    at,
  )
  return { ...line, revealed: false, saving: false, steps: [] }
}

const isLearning = (state: ScheduledState): boolean =>
  state.phase === 'learning' || state.phase === 'relearning'

const afterAnswer = (
  session: StudySession,
  shown: SessionCard,
  answer: SessionAnswer,
  at: string,
): StudySession => {
  const { current, waiting, returning } = session
  const back = { ...shown, isNew: false, dueAt: answer.after.dueAt }
  const coming = isLearning(answer.after) ? [...returning, back].sort(byDue) : returning
  return {
    ...advance(waiting, coming, at, shown.cardId),
    revealed: false,
    saving: false,
    steps: [...session.steps, { line: { current, waiting, returning }, answer }],
  }
}

/** What does not fit the state is ignored: a second tap, a rating before the answer is seen. */
export function studySession(session: StudySession, action: SessionAction): StudySession {
  const { current } = session
  switch (action.type) {
    case 'reveal':
      return current === null || session.saving ? session : { ...session, revealed: true }
    case 'save':
      return { ...session, saving: true }
    case 'saved':
      return session.saving && current !== null
        ? afterAnswer(session, current, action.answer, action.at)
        : session
    case 'save-failed':
      return { ...session, saving: false }
    case 'undone': {
      const last = session.steps.at(-1)
      if (!session.saving || last === undefined) return session
      // The answer was seen a moment ago, so the ratings stand ready.
      return { ...last.line, revealed: true, saving: false, steps: session.steps.slice(0, -1) }
    }
    case 'skip':
      return { ...session, ...advance(session.waiting, session.returning, action.at), revealed: false }
  }
}

export function canRate(session: StudySession): boolean {
  return session.current !== null && session.revealed && !session.saving
}

export function canUndo(session: StudySession): boolean {
  return session.steps.length > 0 && !session.saving
}

export type SittingCounts = {
  /** Different cards of the sitting; a card that comes back does not raise it. */
  total: number
  /** Cards that were answered at least once. */
  met: number
  /** Met cards that are still in a learning step. */
  returning: number
}

export function countsOf(session: StudySession): SittingCounts {
  const left = [session.current, ...session.waiting, ...session.returning].flatMap(
    (card) => card?.cardId ?? [],
  )
  const met = new Set(session.steps.map((step) => step.answer.cardId))
  return {
    total: new Set([...met, ...left]).size,
    met: met.size,
    returning: left.filter((cardId) => met.has(cardId)).length,
  }
}

/** How much of the sitting is over, 0 to 1: a card is half done when it was met, and done when it does not come back. */
export function shareDone({ total, met, returning }: SittingCounts): number {
  return total === 0 ? 0 : (met - returning / 2) / total
}

/** The cards that may be shown next: read ahead, so that none is waited for. */
export function upcoming(session: StudySession): string[] {
  return [...session.waiting.slice(0, 3), ...session.returning.slice(0, 2)].map((card) => card.cardId)
}
