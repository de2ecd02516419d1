import { Compile } from 'typebox/compile'
import { StudyAnswer, StudyUndo, type RecordBody } from '#contract/study.ts'
import { dayOf } from '#contract/study-day.ts'
import type { AnswerRefusal } from '#contract/errors.ts'
import { fail } from '#server/http/errors.ts'

/** What can be said about a batch without asking the database. */

/** An answer with `answeredAt` as it will be stored. */
export type CheckedAnswer = StudyAnswer & {
  day: string
  /** `answeredAt` as the device sent it. */
  deviceAnsweredAt: string
}

export type Refused = { id: string; reason: AnswerRefusal }

export type Checked<T> = T | Refused

export const isRefused = (element: object): element is Refused => 'reason' in element

const toleranceMs = 5 * 60_000
/** Before this product existed: a clock that says so was never set. */
const earliestMs = Date.parse('2020-01-01T00:00:00.000Z')
const longestEchoedId = 64

const isStudyAnswer = Compile(StudyAnswer)
const isStudyUndo = Compile(StudyUndo)

/** The pattern lets `2026-02-30` and hour 99 through; they do not survive the way there and back. */
const isRealInstant = (text: string): boolean => {
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text
}

/** How far the device's clock is ahead; 0 within five minutes, where the network alone may explain it. */
const clockErrorMs = (sentAt: string, now: Date): number => {
  if (!isRealInstant(sentAt)) return fail('invalid_input', { field: '发送时间' })
  const aheadMs = Date.parse(sentAt) - now.getTime()
  return Math.abs(aheadMs) > toleranceMs ? aheadMs : 0
}

/**
 * When answers were given. A device whose clock is wrong at sending had the same error when answering, so its
 * answers are shifted by it. Where that leads into the future or before 2020, the clock was put right in between:
 * the last such answer counts as given on receipt, and the others keep their distance to it, and so their order.
 * A replay may be shifted by another amount: it is a duplicate then, and the first one stands.
 */
const clockCorrection = (instants: readonly string[], errorMs: number, now: Date) => {
  const nowMs = now.getTime()
  const shift = (instant: string): number => Date.parse(instant) - errorMs
  const isBelievable = (ms: number): boolean => ms <= nowMs + toleranceMs && ms >= earliestMs
  const last = Math.max(...instants.map(shift).filter((ms) => !isBelievable(ms)))
  return (instant: string): string => {
    const ms = shift(instant)
    const sameDistance = nowMs - (last - ms)
    const corrected = [ms, sameDistance].find(isBelievable) ?? nowMs
    return new Date(corrected).toISOString()
  }
}

/** What the contract declares, and nothing else that the element carries. */
const declared = <Fact extends object>(schema: { properties: object }, fact: Fact): Fact =>
  Object.fromEntries(Object.keys(schema.properties).map((key) => [key, fact[key as keyof Fact]])) as Fact

const refuse = (element: unknown): Refused => {
  const id = typeof element === 'object' && element !== null && 'id' in element ? element.id : undefined
  return { id: typeof id === 'string' ? id.slice(0, longestEchoedId) : '', reason: 'invalid' }
}

/**
 * Checks each answer by itself, in the order of the body.
 * @throws ExpectedError `invalid_input` when `sentAt` is no instant
 */
export const checkAnswers = (
  body: Pick<RecordBody, 'sentAt' | 'answers'>,
  now: Date,
): Checked<CheckedAnswer>[] => {
  const errorMs = clockErrorMs(body.sentAt, now)
  const answers = body.answers.map((element: unknown) =>
    isStudyAnswer.Check(element) && isRealInstant(element.answeredAt)
      ? declared(StudyAnswer, element)
      : refuse(element),
  )
  const given = answers.flatMap((answer) => (isRefused(answer) ? [] : [answer.answeredAt]))
  const correct = clockCorrection(given, errorMs, now)
  return answers.map((answer) => {
    if (isRefused(answer)) return answer
    const answeredAt = correct(answer.answeredAt)
    const day = dayOf(answeredAt, answer.utcOffsetMinutes)
    return { ...answer, answeredAt, day, deviceAnsweredAt: answer.answeredAt }
  })
}

/** Checks each undo by itself, in the order of the body. */
export const checkUndos = (undos: readonly unknown[]): Checked<StudyUndo>[] =>
  undos.map((element) =>
    isStudyUndo.Check(element) && isRealInstant(element.undoneAt)
      ? declared(StudyUndo, element)
      : refuse(element),
  )
