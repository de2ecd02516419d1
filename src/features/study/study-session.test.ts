import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apply, ratings, type ScheduledState } from '#contract/scheduling.ts'
import type { Rating } from '#contract/study.ts'
import {
  canRate,
  canUndo,
  countsOf,
  shareDone,
  startSession,
  studySession,
  upcoming,
  type SessionAnswer,
  type SessionCard,
  type StudySession,
} from './study-session.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')
const minute = 60_000
const at = (minutes: number): string => new Date(start + minutes * minute).toISOString()

const fresh = (cardId: string): SessionCard => ({ cardId, packId: 'p', isNew: true, dueAt: null })
const due = (cardId: string, dueAt: string): SessionCard => ({ cardId, packId: 'p', isNew: false, dueAt })

let lastId = 0
const answerTo = (
  cardId: string,
  rating: Rating,
  instant: string,
  before?: ScheduledState,
): SessionAnswer => {
  lastId += 1
  const answer = {
    id: `a${lastId}`,
    cardId,
    rating,
    answeredAt: instant,
    utcOffsetMinutes: 480,
    durationMs: 1000,
    mode: 'flip' as const,
    retention: 0.9,
  }
  return { answerId: answer.id, cardId, rating, durationMs: 1000, before, after: apply(before, answer) }
}

/** Shows the answer, rates and has it saved. */
const rate = (
  session: StudySession,
  rating: Rating,
  instant: string,
  before?: ScheduledState,
): StudySession => {
  const saving = studySession(studySession(session, { type: 'reveal' }), { type: 'save' })
  const cardId = session.current?.cardId ?? ''
  return studySession(saving, {
    type: 'saved',
    answer: answerTo(cardId, rating, instant, before),
    at: instant,
  })
}
const undo = (session: StudySession): StudySession =>
  studySession(studySession(session, { type: 'save' }), { type: 'undone' })

const shown = (session: StudySession) => session.current?.cardId

describe('the order of cards', () => {
  test('cards come in the order of the queue, each once', () => {
    const session = startSession([fresh('a'), fresh('b'), fresh('a')], at(0))
    expect(shown(session)).toBe('a')
    const second = rate(session, 4, at(0))
    expect(shown(second)).toBe('b')
    expect(shown(rate(second, 4, at(0)))).toBeUndefined()
  })

  test('a review that is due later today is shown in its place, not kept for its hour', () => {
    expect(shown(startSession([due('a', at(180)), fresh('b')], at(0)))).toBe('a')
  })

  test('a card in a learning step from an earlier sitting waits for its time', () => {
    const session = startSession([due('a', at(5)), fresh('b'), fresh('c')], at(0))
    expect(shown(session)).toBe('b')
    expect(shown(rate(session, 4, at(6)))).toBe('a')
  })

  test('a card answered 重来 comes back when its step is over, before the waiting ones', () => {
    let session = startSession([fresh('a'), fresh('b'), fresh('c')], at(0))
    session = rate(session, 1, at(0))
    expect(shown(session)).toBe('b')
    session = rate(session, 4, at(2))
    expect(shown(session)).toBe('a')
    expect(session.current?.isNew).toBe(false)
  })

  test('it comes back early when nothing else is left', () => {
    const session = rate(startSession([fresh('a')], at(0)), 1, at(0))
    expect(shown(session)).toBe('a')
  })

  test('early, another card comes before the one that was just answered', () => {
    let session = startSession([fresh('a'), fresh('b')], at(0))
    session = rate(session, 3, at(0))
    session = rate(session, 1, at(0.1))
    expect(shown(session)).toBe('a')
  })

  test('a card that has left its steps does not come back', () => {
    const session = rate(startSession([fresh('a')], at(0)), 4, at(0))
    expect(session.current).toBeNull()
    expect(countsOf(session)).toEqual({ total: 1, met: 1, returning: 0 })
  })

  test('a lapsed review comes back by its relearning step', () => {
    const known = answerTo('a', 4, at(-60 * 24 * 20)).after
    const session = rate(startSession([due('a', known.dueAt), fresh('b')], at(0)), 1, at(0), known)
    expect(session.returning.map((card) => card.cardId)).toEqual(['a'])
  })

  test('a card that is not on the device is passed over', () => {
    const session = studySession(startSession([fresh('a'), fresh('b')], at(0)), { type: 'skip', at: at(0) })
    expect(shown(session)).toBe('b')
    expect(countsOf(session)).toEqual({ total: 1, met: 0, returning: 0 })
  })

  test('an empty queue is a finished session without steps', () => {
    const session = startSession([], at(0))
    expect(session.current).toBeNull()
    expect(canUndo(session)).toBe(false)
  })
})

describe('the counter', () => {
  test('learning steps that come back do not move its end', () => {
    let session = startSession([fresh('a'), fresh('b')], at(0))
    const seen = [countsOf(session)]
    for (const minutes of [0, 0.1]) {
      session = rate(session, 3, at(minutes))
      seen.push(countsOf(session))
    }
    expect(seen).toEqual([
      { total: 2, met: 0, returning: 0 },
      { total: 2, met: 1, returning: 1 },
      { total: 2, met: 2, returning: 2 },
    ])
    expect(seen.map(shareDone)).toEqual([0, 0.25, 0.5])
    session = rate(session, 4, at(0.2), session.steps[0]!.answer.after)
    session = rate(session, 4, at(0.3), session.steps[1]!.answer.after)
    expect(countsOf(session)).toEqual({ total: 2, met: 2, returning: 0 })
    expect(shareDone(countsOf(session))).toBe(1)
  })
})

describe('answering', () => {
  const session = startSession([fresh('a'), fresh('b')], at(0))

  test('a rating counts only when the answer was seen', () => {
    expect(canRate(session)).toBe(false)
    expect(canRate(studySession(session, { type: 'reveal' }))).toBe(true)
  })

  test('while an answer is being saved nothing else counts', () => {
    const saving = studySession(studySession(session, { type: 'reveal' }), { type: 'save' })
    expect(canRate(saving)).toBe(false)
    expect(canUndo(saving)).toBe(false)
    expect(studySession(saving, { type: 'reveal' })).toBe(saving)
  })

  test('an answer that was not asked for changes nothing', () => {
    const stray = { type: 'saved', answer: answerTo('a', 3, at(0)), at: at(0) } as const
    expect(studySession(session, stray)).toBe(session)
  })

  test('after a failed save the same card can be rated again', () => {
    const revealed = studySession(session, { type: 'reveal' })
    const failed = studySession(studySession(revealed, { type: 'save' }), { type: 'save-failed' })
    expect(failed).toEqual(revealed)
  })

  test('the next card shows its front', () => {
    expect(rate(session, 3, at(0)).revealed).toBe(false)
  })

  test('the cards that may come next are known ahead', () => {
    const many = startSession(['a', 'b', 'c', 'd', 'e', 'f'].map(fresh), at(0))
    expect(upcoming(many)).toEqual(['b', 'c', 'd'])
    expect(upcoming(rate(many, 1, at(0)))).toEqual(['c', 'd', 'e', 'a'])
  })
})

describe('undo', () => {
  test('the card of the last answer is back with its answer shown', () => {
    const session = undo(rate(startSession([fresh('a'), fresh('b')], at(0)), 3, at(0)))
    expect(shown(session)).toBe('a')
    expect(session.current?.isNew).toBe(true)
    expect(session.revealed).toBe(true)
    expect(countsOf(session)).toEqual({ total: 2, met: 0, returning: 0 })
  })

  test('it reaches from the summary back into the session', () => {
    expect(shown(undo(rate(startSession([fresh('a')], at(0)), 4, at(0))))).toBe('a')
  })

  test('with nothing to take back it does nothing', () => {
    const session = studySession(startSession([fresh('a')], at(0)), { type: 'save' })
    expect(studySession(session, { type: 'undone' })).toBe(session)
  })
})

describe('whatever is answered', () => {
  const sitting = fc.record({
    cards: fc.integer({ min: 0, max: 8 }),
    moves: fc.array(
      fc.record({
        rating: fc.constantFrom(...ratings),
        gap: fc.integer({ min: 0, max: 15 }),
        undo: fc.boolean(),
      }),
      { maxLength: 40 },
    ),
  })
  const cardsOf = (count: number) => Array.from({ length: count }, (_, index) => fresh(`c${index}`))
  const lineOf = ({ current, waiting, returning }: StudySession) => ({ current, waiting, returning })

  test('no card is lost or doubled, and as many answers can be taken back as were given', () => {
    fc.assert(
      fc.property(sitting, ({ cards, moves }) => {
        let session = startSession(cardsOf(cards), at(0))
        const history: StudySession[] = []
        let clock = 0
        for (const move of moves) {
          clock += move.gap
          if (move.undo && canUndo(session)) {
            session = undo(session)
            expect(lineOf(session)).toEqual(lineOf(history.pop()!))
          } else if (session.current !== null) {
            const { cardId } = session.current
            const before = session.steps.findLast((step) => step.answer.cardId === cardId)?.answer.after
            history.push(session)
            session = rate(session, move.rating, at(clock), before)
          }
          const open = [session.current, ...session.waiting, ...session.returning].flatMap(
            (card) => card?.cardId ?? [],
          )
          expect(new Set(open).size).toBe(open.length)
          const left = new Set([...open, ...session.steps.map((step) => step.answer.cardId)])
          expect(left.size).toBe(cards)
          expect(session.steps).toHaveLength(history.length)
          const { total, met } = countsOf(session)
          expect(total).toBe(cards)
          expect(met).toBe(new Set(session.steps.map((step) => step.answer.cardId)).size)
        }
      }),
    )
  })

  test('a session of only 简单 ends after one answer a card', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), (count) => {
        let session = startSession(cardsOf(count), at(0))
        while (session.current !== null) session = rate(session, 4, at(0))
        expect(session.steps).toHaveLength(count)
      }),
    )
  })
})
