import { Type, type Static } from 'typebox'
import { maxAnswersPerRequest } from './constants.ts'
import { StudyMode } from './account.ts'
import { Day, Id, Instant, UtcOffsetMinutes } from './wire.ts'

/** 1 重来, 2 困难, 3 良好, 4 简单: the ratings of FSRS. */
export const Rating = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)])
export type Rating = Static<typeof Rating>

/**
 * One answer to one card: an immutable fact. It carries all that scheduling needs, so that the state
 * of a card is a pure fold of its answers, on every device and on the server.
 */
export const StudyAnswer = Type.Object({
  /** Made by the client; the same id is stored once, however often it is sent. */
  id: Id,
  cardId: Id,
  rating: Rating,
  answeredAt: Instant,
  utcOffsetMinutes: UtcOffsetMinutes,
  /** From showing the front to the rating. */
  durationMs: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
  mode: StudyMode,
  /** The desired retention that was set at that moment. */
  retention: Type.Number({ minimum: 0.8, maximum: 0.97 }),
  /** Different cards of the day's plan as the device knew it, done and left; absent from apps that do not know it. */
  planCards: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  /**
   * How much of `answeredAt` the device has added to its own clock, as it knew the server's: 0 while the two agree;
   * absent while it knew nothing.
   */
  clockOffsetMs: Type.Optional(Type.Integer()),
})
export type StudyAnswer = Static<typeof StudyAnswer>

/** Takes back one answer; a fact like the answer, and it may arrive before it. */
export const StudyUndo = Type.Object({ id: Id, answerId: Id, cardId: Id, undoneAt: Instant })
export type StudyUndo = Static<typeof StudyUndo>

/**
 * Each element is checked by itself: one bad answer is refused alone and never blocks the batch, so
 * the body's own schema asks only for arrays.
 */
export const RecordBody = Type.Object({
  /** Made once by each installation; distinguishes two devices of one student. */
  deviceId: Id,
  /** The device's clock at sending, so that the server can measure how wrong it is. */
  sentAt: Instant,
  answers: Type.Array(Type.Unsafe<StudyAnswer>({}), { maxItems: maxAnswersPerRequest }),
  undos: Type.Array(Type.Unsafe<StudyUndo>({}), { maxItems: maxAnswersPerRequest }),
})
export type RecordBody = Static<typeof RecordBody>

export const CardPhase = Type.Union([
  Type.Literal('new'),
  Type.Literal('learning'),
  Type.Literal('review'),
  Type.Literal('relearning'),
])
export type CardPhase = Static<typeof CardPhase>

/** What the fold of a card's answers comes to. */
export const CardState = Type.Object({
  cardId: Id,
  packId: Id,
  phase: CardPhase,
  dueAt: Instant,
  /** Days until recall falls to 90 %. */
  stability: Type.Number(),
  /** 1 to 10. */
  difficulty: Type.Number(),
  /** Index of the learning step that comes next. */
  learningStep: Type.Integer(),
  reps: Type.Integer(),
  lapses: Type.Integer(),
  scheduledDays: Type.Integer(),
  lastAnsweredAt: Instant,
  /** The study day of the first answer: counts against the new cards of that day. */
  introducedOn: Day,
  /** Answered 困难 or better at least once. */
  everCorrect: Type.Boolean(),
  /** XP earned by this card's answers. */
  xp: Type.Integer(),
  /** Rises with every change of the student's record; also the cursor of `GET /user-study/states`. */
  version: Type.Integer(),
})
export type CardState = Static<typeof CardState>

/** What a student did on one study day. */
export const StudyDay = Type.Object({
  day: Day,
  answers: Type.Integer(),
  newCards: Type.Integer(),
  durationMs: Type.Integer(),
  goalReached: Type.Boolean(),
  /** Different cards with an answer, undone ones too; absent on days from before this was counted. */
  cards: Type.Optional(Type.Integer()),
  /** The smallest plan that an answer of the day was given under. */
  planCards: Type.Optional(Type.Integer()),
})
export type StudyDay = Static<typeof StudyDay>

export const StudyTotals = Type.Object({
  /** Of the student's record as a whole. */
  version: Type.Integer(),
  xp: Type.Integer(),
  answers: Type.Integer(),
  durationMs: Type.Integer(),
  coins: Type.Integer(),
})
export type StudyTotals = Static<typeof StudyTotals>

export const RecordReply = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      status: Type.Union([Type.Literal('stored'), Type.Literal('duplicate'), Type.Literal('refused')]),
      reason: Type.Optional(
        Type.Union([Type.Literal('invalid'), Type.Literal('pack_locked'), Type.Literal('unknown_card')]),
      ),
    }),
  ),
  /** The states of the cards that the batch touched. */
  states: Type.Array(CardState),
  /** Cards that have no answer left. */
  reset: Type.Array(Id),
  /** The study days that the batch touched. */
  days: Type.Array(StudyDay),
  totals: StudyTotals,
})
export type RecordReply = Static<typeof RecordReply>

export const StatesQuery = Type.Object({
  /** The version of the last state of the page before; 0 for all. */
  cursor: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000, default: 1000 })),
})
export const StatesReply = Type.Object({
  states: Type.Array(CardState),
  /** Cards whose answers were all undone since the cursor. */
  reset: Type.Array(Id),
  cursor: Type.Integer(),
  hasMore: Type.Boolean(),
})
export type StatesReply = Static<typeof StatesReply>

export const SummaryQuery = Type.Object({
  /** Only days after this one. With it or without, of the last 400 days with a record. */
  since: Type.Optional(Day),
})
export const StudySummary = Type.Object({ days: Type.Array(StudyDay), totals: StudyTotals })
export type StudySummary = Static<typeof StudySummary>

export const PlanQuery = Type.Object({ utcOffsetMinutes: UtcOffsetMinutes })
/** What to study today, over all unlocked packs. */
export const TodayPlan = Type.Object({
  day: Day,
  /** Cards due before the end of the study day. */
  dueCards: Type.Integer(),
  /** New cards still to meet today, within the daily number. */
  newCards: Type.Integer(),
  /** Different cards answered today. */
  answered: Type.Integer(),
  /** Different cards: the setting, or the whole plan where that is less. */
  goal: Type.Integer(),
  /** Different cards of the day's plan, done and left; 0 where nothing is planned. */
  planCards: Type.Optional(Type.Integer()),
  goalReached: Type.Boolean(),
  estimatedMinutes: Type.Integer(),
  streakDays: Type.Integer(),
  xp: Type.Integer(),
})
export type TodayPlan = Static<typeof TodayPlan>
