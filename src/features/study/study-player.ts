import type { StudyConfig } from '#contract/account.ts'
import { apply, previewIntervals } from '#contract/scheduling.ts'
import { dayOf } from '#contract/study-day.ts'
import type { Rating, StudyAnswer, TodayPlan } from '#contract/study.ts'
import type { QueueScope, StudyActions } from '#src/queries/study.ts'
import { createDeck, type LoadedCard } from './deck.ts'
import { highestRating, judgeAttempt, pickExercise, type Attempt, type Exercise } from './exercise.ts'
import { canRate, canUndo, startSession, studySession, upcoming, type StudySession } from './study-session.ts'

/**
 * Plays a sitting: reads cards ahead, puts each answer on the disk and only then shows the next card.
 * Holds the session outside React, so that a second tap in the same frame already meets the new state.
 */

export type PlayerView =
  | { status: 'loading' }
  /** `isOlder`: a newer app has changed this device's database, and this page cannot read it. */
  | { status: 'failed'; isOlder: boolean }
  | { status: 'empty'; nextDueAt: string | null }
  | ({
      status: 'studying'
      session: StudySession
      intervals: Record<Rating, number>
      exercise: Exercise
      /** Null before it is made, and in modes in which nothing is tried. */
      attempt: Attempt | null
    } & LoadedCard)
  | { status: 'finished'; session: StudySession; outcome: Outcome | undefined }

/** Read after the last answer; the summary shows without it first. */
export type Outcome = { plan: TodayPlan; goalReachedNow: boolean; hasMore: boolean }

/** `slot` and `memory`: the disk is full; see `record`. */
export type Trouble = 'slot' | 'memory' | 'not-saved' | 'not-undone'

export type PlayerDeps = {
  device: StudyActions
  scope: QueueScope
  config: StudyConfig
  clock: () => number
  newId: () => string
  utcOffsetMinutes: () => number
  /** Whether the device has a voice. */
  canSpeak: () => boolean
  random: () => number
  onTrouble: (trouble: Trouble) => void
}

export type StudyPlayer = ReturnType<typeof createStudyPlayer>

/** Cards of one sitting at most; the summary offers to go on. */
const mostCards = 200
/** A phone put down in the middle of a card says nothing about the card (Anki's limit as well). */
const longestAnswerMs = 60_000

export function createStudyPlayer(deps: PlayerDeps) {
  const { device, scope, config, clock, newId } = deps
  const listeners = new Set<() => void>()
  let view: PlayerView = { status: 'loading' }
  let session = startSession([], new Date(clock()).toISOString())
  let sessionId = ''
  let goalWasReached = false
  /** The day's plan when the sitting began; each answer carries its size. */
  let plan: TodayPlan | undefined
  let shownAt = 0

  const now = (): string => new Date(clock()).toISOString()
  const publish = (next: PlayerView): void => {
    view = next
    for (const listener of listeners) listener()
  }
  const deck = createDeck(async (cardId) => {
    const [card, state, otherAnswers] = await Promise.all([
      device.card(cardId),
      device.cardState(cardId),
      config.modes.includes('choice') ? device.answersNear(cardId) : [],
    ])
    return card && { card, state, otherAnswers }
  })

  const finish = async (): Promise<void> => {
    if (session.steps.length === 0)
      return publish({ status: 'empty', nextDueAt: await device.nextDue(scope) })
    const finished = session
    publish({ status: 'finished', session, outcome: undefined })
    void device.upload()
    const [today, more] = await Promise.all([device.plan(config), device.queue(scope, config, 1)])
    if (session !== finished) return
    const outcome = {
      plan: today,
      goalReachedNow: today.goalReached && !goalWasReached,
      hasMore: more.length > 0,
    }
    publish({ status: 'finished', session, outcome })
  }

  /** Shows the session's current card, or the next that is on the device. */
  const show = async (next: StudySession): Promise<void> => {
    let shown = next
    let loaded: LoadedCard | undefined
    while (shown.current !== null && loaded === undefined) {
      loaded = await deck.load(shown.current.cardId)
      if (loaded === undefined) shown = studySession(shown, { type: 'skip', at: now() })
    }
    session = shown
    if (loaded === undefined) return finish()
    shownAt = clock()
    const intervals = previewIntervals(loaded.state, now(), config.desiredRetention)
    const exercise = pickExercise({
      card: loaded.card,
      isNew: loaded.state === undefined,
      modes: config.modes,
      otherAnswers: loaded.otherAnswers,
      canSpeak: deps.canSpeak(),
      random: deps.random,
    })
    publish({ status: 'studying', session, intervals, exercise, attempt: null, ...loaded })
    for (const cardId of upcoming(session)) deck.load(cardId).catch(() => undefined)
  }

  const update = (next: StudySession): void => {
    session = next
    if (view.status === 'studying' || view.status === 'finished') publish({ ...view, session })
  }

  /** Not published: drawing it would delay the write, and the write is what the next card waits for. */
  const lock = (): void => {
    session = studySession(session, { type: 'save' })
  }

  const fail = (error: unknown): void =>
    publish({ status: 'failed', isOlder: error instanceof Error && error.name === 'VersionError' })

  const start = async (): Promise<void> => {
    publish({ status: 'loading' })
    try {
      const [queue, today] = await Promise.all([device.queue(scope, config, mostCards), device.plan(config)])
      plan = today
      sessionId = newId()
      goalWasReached = today.goalReached
      await show(startSession(queue, now()))
    } catch (error) {
      fail(error)
    }
  }

  /** A sitting past four in the morning goes on under the plan of the new day. */
  const planCardsAt = async ({ answeredAt, utcOffsetMinutes }: StudyAnswer): Promise<number> => {
    if (plan?.day !== dayOf(answeredAt, utcOffsetMinutes)) plan = await device.plan(config)
    return plan.planCards ?? 0
  }

  const rate = async (rating: Rating): Promise<void> => {
    if (view.status !== 'studying' || !canRate(session) || rating > highestRating(view.attempt)) return
    const { card, state, otherAnswers, exercise } = view
    lock()
    const answer: StudyAnswer = {
      id: newId(),
      cardId: card.id,
      rating,
      answeredAt: now(),
      utcOffsetMinutes: deps.utcOffsetMinutes(),
      durationMs: Math.round(Math.min(longestAnswerMs, Math.max(0, clock() - shownAt))),
      mode: exercise.mode,
      retention: config.desiredRetention,
    }
    try {
      const planCards = await planCardsAt(answer)
      if (planCards > 0) answer.planCards = planCards
      const place = await device.record(card.packId, sessionId, answer)
      if (place !== 'disk') deps.onTrouble(place)
    } catch {
      update(studySession(session, { type: 'save-failed' }))
      return deps.onTrouble('not-saved')
    }
    const after = apply(state, answer)
    deck.put({ card, state: after, otherAnswers })
    const given = {
      answerId: answer.id,
      cardId: card.id,
      rating,
      durationMs: answer.durationMs,
      before: state,
      after,
    }
    await show(studySession(session, { type: 'saved', answer: given, at: now() })).catch(fail)
  }

  const attempt = (given: string): void => {
    if (view.status !== 'studying' || session.revealed || session.saving) return
    const made = judgeAttempt(view.exercise, given)
    if (made === null) return
    session = studySession(session, { type: 'reveal' })
    publish({ ...view, session, attempt: made })
  }

  const undo = async (): Promise<void> => {
    const last = session.steps.at(-1)
    if (last === undefined || !canUndo(session)) return
    const { answerId, cardId, before } = last.answer
    lock()
    try {
      await device.undo({ id: newId(), answerId, cardId, undoneAt: now() })
      const loaded = await deck.load(cardId)
      if (loaded !== undefined) deck.put({ ...loaded, state: before })
      await show(studySession(session, { type: 'undone' }))
    } catch {
      update(studySession(session, { type: 'save-failed' }))
      deps.onTrouble('not-undone')
    }
  }

  /** The card on screen was changed: its new text, and nothing else of the sitting. */
  const refresh = async (): Promise<void> => {
    if (view.status !== 'studying') return
    const { card, state, otherAnswers } = view
    const fresh = await device.card(card.id)
    if (fresh === undefined) return
    deck.put({ card: fresh, state, otherAnswers })
    if (view.status === 'studying' && view.card.id === fresh.id) publish({ ...view, card: fresh })
  }

  return {
    refresh,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    view: (): PlayerView => view,
    /** Reads what is to be studied now and shows its first card; also to go on after a sitting. */
    start,
    reveal: (): void => update(studySession(session, { type: 'reveal' })),
    /** Chooses or types an answer, which shows the right one. */
    attempt,
    /** Ignored before the answer is seen, while the last rating is being saved, and above what the attempt allows. */
    rate,
    /** Takes the last answer back, and at the next call the one before it. */
    undo,
  }
}
