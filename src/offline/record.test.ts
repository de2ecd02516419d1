import { beforeEach, describe, expect, test } from 'vitest'
import { fold } from '#contract/scheduling.ts'
import {
  answerOf,
  at,
  dayOfAnswers,
  given,
  idOf,
  newDevice,
  outboxOf,
  recordReply,
  rowsOf,
  stateAfter,
  storeCards,
  today,
  totalsAt,
  undoOf,
} from '#tests/support/device-facts.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { acknowledge } from './sending/acknowledge.ts'
import { writeMeta, type AccountDatabase } from './database.ts'
import type { StudyItem } from './schema.ts'
import { scheduledOnly } from './projection.ts'
import { recordAnswer, recordUndo } from './record.ts'

const cardId = idOf(77)
const first = answerOf(1, { cardId })
const second = answerOf(2, { cardId, rating: 1 })

let database: AccountDatabase

beforeEach(async () => {
  database = newDevice()
  await storeCards(database, [cardId])
})

const shown = async () => {
  const [row] = await rowsOf(database, 'states')
  return row && 'dueAt' in row ? scheduledOnly(row) : undefined
}
const day = async () => {
  const [row] = await rowsOf(database, 'days')
  if (!row) return undefined
  const { base: _, ...numbers } = row
  return numbers
}

/** The server has stored everything that waits. */
const uploadAll = async (answers: Parameters<typeof stateAfter>[0], version: number) => {
  const items = (await outboxOf(database)) as StudyItem[]
  const reply = recordReply(
    items.map((item) => item.id),
    {
      states: answers.length > 0 ? [stateAfter(answers, version)] : [],
      reset: answers.length > 0 ? [] : [cardId],
      days: [dayOfAnswers(answers.length, { newCards: Math.min(1, answers.length) })],
      totals: totalsAt(version),
    },
  )
  await acknowledge(database, items, reply, '1')
}

describe('an answer', () => {
  test('leaves the fact to send, the journal, the state and the day, all at once', async () => {
    await recordAnswer(database, given(first))
    expect(await outboxOf(database)).toMatchObject([
      { id: first.id, kind: 'answer', state: 'pending', day: today, payload: first },
    ])
    expect(await rowsOf(database, 'journal')).toMatchObject([
      { id: first.id, wasNew: true, undone: false, before: null },
    ])
    expect(await shown()).toEqual(fold([first]))
    expect(await day()).toEqual(dayOfAnswers(1, { cards: 1 }))
    expect(await rowsOf(database, 'unseen')).toEqual([])
  })

  test('counts once, however often the same id is given', async () => {
    await recordAnswer(database, given(first))
    await recordAnswer(database, given(first))
    await uploadAll([first], 1)
    await recordAnswer(database, given(first))
    expect(await outboxOf(database)).toEqual([])
    expect(await shown()).toEqual(fold([first]))
    expect(await day()).toEqual(dayOfAnswers(1))
  })

  test('counts once, too, when only the outbox still knows it', async () => {
    await recordAnswer(database, given(first))
    await database.use((connection) => connection.clear('journal'))
    await recordAnswer(database, given(first))
    expect(await outboxOf(database)).toHaveLength(1)
  })

  test('counts once when it is given twice at the same time', async () => {
    await Promise.all([recordAnswer(database, given(first)), recordAnswer(database, given(first))])
    expect(await outboxOf(database)).toHaveLength(1)
    expect(await day()).toEqual(dayOfAnswers(1, { cards: 1 }))
  })

  test('comes on top of the one before it', async () => {
    await recordAnswer(database, given(first))
    await recordAnswer(database, given(second))
    expect(await shown()).toEqual(fold([first, second]))
    expect(await day()).toEqual(dayOfAnswers(2, { newCards: 1, cards: 1 }))
  })

  test('after midnight belongs to the day before until four in the morning', async () => {
    await recordAnswer(database, given(answerOf(3, { answeredAt: '2026-11-20T19:59:59.000Z' })))
    await recordAnswer(database, given(answerOf(4, { answeredAt: '2026-11-20T20:00:00.000Z' })))
    expect((await rowsOf(database, 'days')).map((row) => row.day)).toEqual([today, '2026-11-21'])
  })

  test('reaches the daily goal on the device', async () => {
    await writeMeta(database, 'dailyGoal', 2)
    await recordAnswer(database, given(first))
    expect((await day())?.goalReached).toBe(false)
    await recordAnswer(database, given(second))
    expect((await day())?.goalReached).toBe(true)
  })

  test('given in another tab after the sign-out is kept to be sent, and nothing readable of it', async () => {
    await writeMeta(database, 'sealed', true)
    await recordAnswer(database, given(first))
    expect(await outboxOf(database)).toHaveLength(1)
    for (const store of ['journal', 'states', 'days'] as const)
      expect(await rowsOf(database, store)).toEqual([])
  })

  test.each(['outbox', 'journal', 'states', 'days'])(
    'changes nothing when the disk is full at %s',
    async (store) => {
      const free = fillDisk([store])
      await expect(recordAnswer(database, given(first))).rejects.toMatchObject({ name: 'QuotaExceededError' })
      free()
      expect(await outboxOf(database)).toEqual([])
      for (const name of ['journal', 'states', 'days'] as const)
        expect(await rowsOf(database, name)).toEqual([])
      expect(await rowsOf(database, 'unseen')).toHaveLength(1)
    },
  )
})

describe('taking an answer back', () => {
  test('changes nothing when the disk is full', async () => {
    await recordAnswer(database, given(first))
    const free = fillDisk()
    await expect(recordUndo(database, undoOf(first))).rejects.toMatchObject({ name: 'QuotaExceededError' })
    free()
    expect(await outboxOf(database)).toHaveLength(1)
    expect(await shown()).toEqual(fold([first]))
    expect(await recordUndo(database, undoOf(first))).toBe(true)
  })

  test('before it was sent leaves the card as new, with both facts to send', async () => {
    await recordAnswer(database, given(first))
    expect(await recordUndo(database, undoOf(first))).toBe(true)
    expect((await outboxOf(database)).map((item) => item.kind)).toEqual(['answer', 'undo'])
    expect(await rowsOf(database, 'states')).toEqual([])
    expect(await rowsOf(database, 'unseen')).toMatchObject([{ cardId }])
    expect(await day()).toMatchObject({ answers: 0, newCards: 0, durationMs: 0 })
  })

  test('before it was sent leaves the answers before it', async () => {
    await recordAnswer(database, given(first))
    await recordAnswer(database, given(second))
    await recordUndo(database, undoOf(second))
    expect(await shown()).toEqual(fold([first]))
    expect(await day()).toEqual(dayOfAnswers(1, { cards: 1 }))
  })

  test('after it was uploaded goes back to what it met, on the device at once', async () => {
    await recordAnswer(database, given(first))
    await recordAnswer(database, given(second))
    await uploadAll([first, second], 2)
    await recordUndo(database, undoOf(second))
    expect(await shown()).toEqual(fold([first]))
    await uploadAll([first], 3)
    expect(await shown()).toEqual(fold([first]))
    expect(await outboxOf(database)).toEqual([])
  })

  test('of the only answer, uploaded, makes the card new; if the server refuses, it comes back', async () => {
    await recordAnswer(database, given(first))
    await uploadAll([first], 1)
    await recordUndo(database, undoOf(first))
    expect(await shown()).toBeUndefined()
    expect(await rowsOf(database, 'unseen')).toMatchObject([{ cardId }])
    const items = (await outboxOf(database)) as StudyItem[]
    const refused = recordReply([], {
      results: [{ id: items[0]!.id, status: 'refused', reason: 'invalid' }],
      totals: totalsAt(1),
    })
    await acknowledge(database, items, refused, '1')
    expect(await shown()).toEqual(fold([first]))
    expect(await rowsOf(database, 'unseen')).toEqual([])
  })

  test('twice does nothing more', async () => {
    await recordAnswer(database, given(first))
    await recordUndo(database, undoOf(first, 51))
    expect(await recordUndo(database, undoOf(first, 52))).toBe(false)
    expect(await outboxOf(database)).toHaveLength(2)
  })

  test('of an answer that this device does not know does nothing', async () => {
    expect(await recordUndo(database, undoOf(first))).toBe(false)
    expect(await outboxOf(database)).toEqual([])
  })

  test('and answering again counts the new answer alone', async () => {
    await recordAnswer(database, given(first))
    await recordUndo(database, undoOf(first))
    const again = answerOf(9, { cardId, answeredAt: at(9), rating: 2 })
    await recordAnswer(database, given(again))
    expect(await shown()).toEqual(fold([again]))
    expect(await day()).toEqual(dayOfAnswers(1, { cards: 1 }))
  })
})
