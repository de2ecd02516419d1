import { Type, type Static } from 'typebox'
import { Day, Named, UtcOffsetMinutes } from './wire.ts'

/** /my-learning: computed from the answers as they come in, never by reading a student's whole history. */

export const StatisticsQuery = Type.Object({ utcOffsetMinutes: UtcOffsetMinutes })

export const StudyStatistics = Type.Object({
  /** The study day of the student who asks. */
  today: Day,
  streakDays: Type.Integer(),
  longestStreakDays: Type.Integer(),
  studiedDays: Type.Integer(),
  /** Cards due on each of the next 14 study days, today first; today includes what is overdue. */
  forecast: Type.Array(Type.Object({ day: Day, due: Type.Integer() })),
  /**
   * True retention by week, oldest first: of the answers to cards in review (not new, not in learning steps), the
   * part that was 困难 or better.
   */
  retention: Type.Array(Type.Object({ weekStart: Day, answers: Type.Integer(), recalled: Type.Integer() })),
  /** Knowledge points with the lowest retention, at most ten, each with at least ten answers. */
  weakPoints: Type.Array(
    Type.Object({
      knowledgePoint: Named,
      subject: Named,
      answers: Type.Integer(),
      recalled: Type.Integer(),
      /** Cards of it that were forgotten at least once. */
      lapsedCards: Type.Integer(),
    }),
  ),
  /** How many seen cards are in learning, young (stability below 21 days), mature. */
  maturity: Type.Object({ learning: Type.Integer(), young: Type.Integer(), mature: Type.Integer() }),
  /** Where the XP comes from. */
  xp: Type.Object({ total: Type.Integer(), fromGoals: Type.Integer(), fromAnswers: Type.Integer() }),
})
export type StudyStatistics = Static<typeof StudyStatistics>
