import type { SessionAnswer } from './study-session.ts'

export type SessionSummary = {
  /** Different cards. */
  cards: number
  /** Cards answered for the first time. */
  newCards: number
  /** Answers of 困难 or better, 0 to 1. */
  correctShare: number
  /** XP that the answers earned; the daily goal's is not in it. */
  xp: number
  durationMs: number
}

/** What a sitting came to. */
export function summaryOf(answers: readonly SessionAnswer[]): SessionSummary {
  return {
    cards: new Set(answers.map((answer) => answer.cardId)).size,
    newCards: answers.filter((answer) => answer.before === undefined).length,
    correctShare:
      answers.length === 0 ? 0 : answers.filter((answer) => answer.rating >= 2).length / answers.length,
    xp: answers.reduce((sum, answer) => sum + answer.after.xp - (answer.before?.xp ?? 0), 0),
    durationMs: answers.reduce((sum, answer) => sum + answer.durationMs, 0),
  }
}
