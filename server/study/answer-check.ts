import { Compile } from 'typebox/compile'
import { StudyAnswer, StudyUndo, type RecordBody } from '#contract/study.ts'
import { dayOf, isRealInstant } from '#contract/study-day.ts'
import type { AnswerRefusal } from '#contract/errors.ts'
import { fail } from '#server/lib/errors.ts'

/** What can be said about a batch without asking the database. */

/** An answer with `answeredAt` as it will be stored. */
export type CheckedAnswer = StudyAnswer & {
  day: string
  /** `answeredAt` as the device sent it. */
  deviceAnsweredAt: string
}

export type Refused = { id: string; reason: AnswerRefusal }

export type Checked<T> = T | Refused

export function isRefused(element: object): element is Refused {
  return 'reason' in element
}

const toleranceMs = 5 * 60_000
/** Before this product existed: a clock that says so was never set. */
const earliestMs = Date.parse('2020-01-01T00:00:00.000Z')
const longestEchoedId = 64

const isStudyAnswer = Compile(StudyAnswer)
const isStudyUndo = Compile(StudyUndo)

/** How far the device's clock is ahead; 0 within five minutes, where the network alone may explain it. */
const clockErrorMs = (sentAt: string, now: Date): number => {
  if (!isRealInstant(sentAt)) return fail('invalid_input', { field: '发送时间' })
  const aheadMs = Date.parse(sentAt) - now.getTime()
  return Math.abs(aheadMs) > toleranceMs ? aheadMs : 0
}

const isBelievable = (ms: number, now: Date): boolean => ms <= now.getTime() + toleranceMs && ms >= earliestMs

/**
 * When answers were given. A device whose clock is wrong at sending had the same error when answering, so its
 * answers are shifted by it. Where that leads into the future or before 2020, the clock was put right in between:
 * the last such answer counts as given on receipt, and the others keep their distance to it, and so their order.
 * A replay may be shifted by another amount: it is a duplicate then, and the first one stands.
 */
const clockCorrection = (instants: readonly string[], errorMs: number, now: Date) => {
  const nowMs = now.getTime()
  const shift = (instant: string): number => Date.parse(instant) - errorMs
  const last = Math.max(...instants.map(shift).filter((ms) => !isBelievable(ms, now)))
  return (instant: string): string => {
    const ms = shift(instant)
    const sameDistance = nowMs - (last - ms)
    const corrected = [ms, sameDistance].find((candidate) => isBelievable(candidate, now)) ?? nowMs
    return new Date(corrected).toISOString()
  }
}

/** What the device's own clock said, without what it knew of the server's. */
const onDeviceClock = ({ answeredAt, clockOffsetMs = 0 }: StudyAnswer): string => {
  const instant = new Date(Date.parse(answeredAt) - clockOffsetMs)
  return Number.isNaN(instant.getTime()) ? answeredAt : instant.toISOString()
}

/** The device knew the server's clock when the answer was given, and what it made of that can be. */
const isTrusted = ({ answeredAt, clockOffsetMs }: StudyAnswer, now: Date): boolean =>
  clockOffsetMs !== undefined && isBelievable(Date.parse(answeredAt), now)

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
export function checkAnswers(
  body: Pick<RecordBody, 'sentAt' | 'answers'>,
  now: Date,
): Checked<CheckedAnswer>[] {
  const errorMs = clockErrorMs(body.sentAt, now)
  const answers = body.answers.map((element: unknown) =>
    isStudyAnswer.Check(element) && isRealInstant(element.answeredAt)
      ? declared(StudyAnswer, element)
      : refuse(element),
  )
  const given = answers.flatMap((answer) =>
    isRefused(answer) || isTrusted(answer, now) ? [] : [onDeviceClock(answer)],
  )
  const correct = clockCorrection(given, errorMs, now)
  return answers.map((answer) => {
    if (isRefused(answer)) return answer
    const deviceAnsweredAt = onDeviceClock(answer)
    const answeredAt = isTrusted(answer, now) ? answer.answeredAt : correct(deviceAnsweredAt)
    const day = dayOf(answeredAt, answer.utcOffsetMinutes)
    return { ...answer, answeredAt, day, deviceAnsweredAt }
  })
}

/** Checks each undo by itself, in the order of the body. */
export function checkUndos(undos: readonly unknown[]): Checked<StudyUndo>[] {
  return undos.map((element) =>
    isStudyUndo.Check(element) && isRealInstant(element.undoneAt)
      ? declared(StudyUndo, element)
      : refuse(element),
  )
}
