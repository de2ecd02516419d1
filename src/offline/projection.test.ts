import { describe, expect, test } from 'vitest'
import { fold } from '#contract/scheduling.ts'
import { answerOf, at, dayOfAnswers, stateAfter, today, undoOf } from '#tests/support/device-facts.ts'
import { projectCard, projectDay, scheduledOnly, type Given } from './projection.ts'

const cardId = '00000000-0000-4000-8000-00000000000c'
const first = answerOf(1, { cardId, answeredAt: at(1) })
const second = answerOf(2, { cardId, answeredAt: at(2), rating: 1 })
const third = answerOf(3, { cardId, answeredAt: at(3), rating: 4 })
const nothing = { answers: [], undos: [] }
const unknown = (): undefined => undefined

describe("a card's state", () => {
  test('is the snapshot where nothing waits', () => {
    const base = stateAfter([first], 1)
    expect(projectCard(base, nothing, unknown)).toEqual(scheduledOnly(base))
    expect(projectCard(null, nothing, unknown)).toBeUndefined()
  })

  test('is the snapshot with the waiting answers on top, in the order in which they were given', () => {
    const projected = projectCard(stateAfter([first], 1), { answers: [third, second], undos: [] }, unknown)
    expect(projected).toEqual(fold([first, second, third]))
  })

  test('leaves out an answer that is taken back before it was sent', () => {
    const pending = { answers: [second, third], undos: [undoOf(second)] }
    expect(projectCard(stateAfter([first], 1), pending, unknown)).toEqual(fold([first, third]))
  })

  test('goes back to what an uploaded answer met when it is taken back', () => {
    const journal = (): Given => ({ answeredAt: second.answeredAt, before: fold([first])! })
    const projected = projectCard(
      stateAfter([first, second], 2),
      { answers: [third], undos: [undoOf(second)] },
      journal,
    )
    expect(projected).toEqual(fold([first, third]))
  })

  test('is gone when its only answer was uploaded and is taken back', () => {
    const journal = (): Given => ({ answeredAt: first.answeredAt, before: null })
    expect(
      projectCard(stateAfter([first], 1), { answers: [], undos: [undoOf(first)] }, journal),
    ).toBeUndefined()
  })

  test('goes back to the earliest when several uploaded answers are taken back, last one first', () => {
    const entries = new Map<string, Given>([
      [first.id, { answeredAt: first.answeredAt, before: null }],
      [second.id, { answeredAt: second.answeredAt, before: fold([first])! }],
    ])
    const undos = [undoOf(second, 51), undoOf(first, 52)]
    expect(
      projectCard(stateAfter([first, second], 2), { answers: [], undos }, (id) => entries.get(id)),
    ).toBeUndefined()
  })

  test('stays as the server says when the journal does not know what an undo takes back', () => {
    const base = stateAfter([first], 1)
    expect(projectCard(base, { answers: [], undos: [undoOf(first)] }, unknown)).toEqual(scheduledOnly(base))
  })
})

describe("a day's numbers", () => {
  const change = { answers: 1, wasNew: true, durationMs: 4000 } as const
  const undone = { ...change, answers: -1 } as const

  test('are the snapshot with what waits added', () => {
    const projected = projectDay(today, dayOfAnswers(3), { changes: [change], received: 1, dailyGoal: 30 })
    expect(projected).toEqual(dayOfAnswers(4))
  })

  test('lose what is taken back, and never fall below nothing', () => {
    expect(projectDay(today, dayOfAnswers(3), { changes: [undone], received: 0, dailyGoal: 30 })).toEqual(
      dayOfAnswers(2),
    )
    expect(projectDay(today, null, { changes: [undone], received: 0, dailyGoal: 30 })).toEqual(
      dayOfAnswers(0),
    )
  })

  test('reach the goal with the waiting answers', () => {
    const facts = { changes: [change], received: 1, dailyGoal: 4 }
    expect(projectDay(today, dayOfAnswers(3), facts).goalReached).toBe(true)
    expect(projectDay(today, dayOfAnswers(2), facts).goalReached).toBe(false)
  })

  test('keep a goal that was reached, whatever is taken back', () => {
    const facts = { changes: [undone], received: 0, dailyGoal: 4 }
    expect(projectDay(today, dayOfAnswers(4, { goalReached: true }), facts).goalReached).toBe(true)
    expect(projectDay(today, dayOfAnswers(3), { changes: [], received: 1, dailyGoal: 4 }).goalReached).toBe(
      true,
    )
  })

  test('leave a past day as the server judged it when the goal is lowered later', () => {
    expect(projectDay(today, dayOfAnswers(20), { changes: [], received: 0, dailyGoal: 10 }).goalReached).toBe(
      false,
    )
  })
})
