import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import type {
  CardState,
  RecordReply,
  StudyAnswer,
  StudyDay,
  StudyTotals,
  StudyUndo,
} from '#contract/study.ts'
import { apply } from '#contract/scheduling.ts'
import { accountDatabase, type AccountDatabase } from '#src/offline/database.ts'
import type { OutboxItem, StoredCard } from '#src/offline/schema.ts'
import type { GivenAnswer } from '#src/offline/record.ts'

/** What a device holds and says, for tests below the server. Every id is a function of a number. */

export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export const packId = idOf(9001)
const sessionId = idOf(9002)
export const accountId = idOf(9003)
/** Friday noon in China. */
export const noon = '2026-11-20T04:00:00.000Z'
export const today = '2026-11-20'

export function at(minutes: number): string {
  return new Date(Date.parse(noon) + minutes * 60_000).toISOString()
}

/** Forgets every database: the device is new. */
export function newDevice(id = accountId): AccountDatabase {
  globalThis.indexedDB = new IDBFactory()
  return accountDatabase(id)
}

/** The answer of this number, to the card of this number, that many minutes past noon. */
export function answerOf(number: number, fields: Partial<StudyAnswer> = {}): StudyAnswer {
  return {
    id: idOf(number),
    cardId: idOf(1000 + number),
    rating: 3,
    answeredAt: at(number),
    utcOffsetMinutes: 480,
    durationMs: 4000,
    mode: 'flip',
    retention: 0.9,
    ...fields,
  }
}

export function undoOf(answer: StudyAnswer, number = 5000): StudyUndo {
  return {
    id: idOf(number),
    answerId: answer.id,
    cardId: answer.cardId,
    undoneAt: answer.answeredAt,
  }
}

export function given(answer: StudyAnswer, where: Partial<GivenAnswer> = {}): GivenAnswer {
  return {
    packId,
    sessionId,
    answer,
    ...where,
  }
}

/** The server's word on a card after these answers. */
export function stateAfter(answers: readonly StudyAnswer[], version: number): CardState {
  return {
    ...answers.reduce(apply, undefined as ReturnType<typeof apply> | undefined)!,
    packId,
    version,
  }
}

export function totalsAt(version: number, fields: Partial<StudyTotals> = {}): StudyTotals {
  return {
    version,
    xp: 0,
    answers: 0,
    durationMs: 0,
    coins: 200,
    ...fields,
  }
}

export function dayOfAnswers(answers: number, fields: Partial<StudyDay> = {}): StudyDay {
  return {
    day: today,
    answers,
    newCards: answers,
    durationMs: answers * 4000,
    goalReached: false,
    ...fields,
  }
}

/** A reply that stores everything, unless another is given. */
export function recordReply(ids: readonly string[], fields: Partial<RecordReply> = {}): RecordReply {
  return {
    results: ids.map((id) => ({ id, status: 'stored' })),
    states: [],
    reset: [],
    days: [],
    totals: totalsAt(1),
    ...fields,
  }
}

/** Puts cards on the device as a download does, never answered. */
export function storeCards(
  database: AccountDatabase,
  cardIds: readonly string[],
  pack = packId,
): Promise<void> {
  return database.use(async (connection) => {
    const tx = connection.transaction(['cards', 'unseen', 'packs'], 'readwrite')
    for (const [position, id] of cardIds.entries()) {
      const card: StoredCard = { id, packId: pack, title: id, hash: 'a', front: [], back: [], position }
      await tx.objectStore('cards').put(card)
      await tx.objectStore('unseen').put({ cardId: id, packId: pack, position })
    }
    await tx.objectStore('packs').put({
      packId: pack,
      title: pack,
      label: '测试',
      subject: { id: 'shuxue', name: '数学' },
      cardCount: cardIds.length,
      bytes: 0,
      isPrivate: false,
      status: 'ready',
      updatedAt: noon,
    })
    await tx.done
  })
}

export function outboxOf(database: AccountDatabase): Promise<OutboxItem[]> {
  return database.use((connection) => connection.getAll('outbox'))
}

export function rowsOf<Name extends 'states' | 'days' | 'unseen' | 'journal' | 'cards' | 'packs'>(
  database: AccountDatabase,
  name: Name,
) {
  return database.use((connection) => connection.getAll(name))
}
