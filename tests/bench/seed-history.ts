import type { Page } from '@playwright/test'
import type { AccountSchema } from '#src/offline/schema.ts'

/**
 * A learner's years, written straight into the account's database of the open page: every store and field
 * that the app itself would have filled, in the schema that the app made.
 */
export type History = {
  cards: number
  answers: number
  /** Due by now; the rest comes due over the year ahead. */
  dueCards: number
  days: number
}

type Row<Name extends keyof AccountSchema> = AccountSchema[Name]['value']

/** Runs in the page, so it knows nothing but its argument. */
const write = async ({ accountId, history, now }: { accountId: string; history: History; now: number }) => {
  const dayMs = 86_400_000
  const cardsPerPack = 200
  const rowsPerTransaction = 5_000
  const padded = (kind: number, index: number): string =>
    `${String(kind).padStart(8, '0')}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`
  const packIdOf = (card: number): string => padded(2, Math.floor(card / cardsPerPack))
  const iso = (ms: number): string => new Date(ms).toISOString()
  const dayOf = (ms: number): string => iso(ms).slice(0, 10)
  const text = (value: string) => [
    { type: 'paragraph' as const, children: [{ type: 'text' as const, text: value }] },
  ]

  const cardRow = (index: number): Row<'cards'> => ({
    id: padded(1, index),
    packId: packIdOf(index),
    title: `第 ${index + 1} 张`,
    hash: index.toString(16),
    front: text(`第 ${index + 1} 题：请说出它的定义，并举一个例子。`),
    back: text(`第 ${index + 1} 题的答案，长度和一张普通的知识卡片差不多，大约四十个字左右。`),
    position: index % cardsPerPack,
  })

  const stateRow = (index: number): Row<'states'> => {
    const due = index < history.dueCards
    const dueMs = due ? now - (index % 72) * 3_600_000 : now + 2 * dayMs + (index % 363) * dayMs
    const answered = now - (1 + (index % history.days)) * dayMs
    const state = {
      cardId: padded(1, index),
      phase: 'review' as const,
      dueAt: iso(dueMs),
      stability: 20 + (index % 200),
      difficulty: 5,
      learningStep: 0,
      reps: 4,
      lapses: index % 3,
      scheduledDays: 20,
      lastAnsweredAt: iso(answered),
      introducedOn: dayOf(now - history.days * dayMs),
      everCorrect: true,
      xp: 25,
    }
    return {
      ...state,
      packId: packIdOf(index),
      base: { ...state, packId: packIdOf(index), version: index + 1 },
    }
  }

  const journalRow = (index: number): Row<'journal'> => {
    const card = index % history.cards
    const answeredMs = now - (1 + (index % history.days)) * dayMs - (index % 3600) * 1000
    return {
      id: padded(3, index),
      cardId: padded(1, card),
      packId: packIdOf(card),
      sessionId: padded(4, Math.floor(index / 50)),
      day: dayOf(answeredMs),
      rating: 3,
      answeredAt: iso(answeredMs),
      durationMs: 6_000,
      wasNew: false,
      undone: false,
      before: null,
    }
  }

  const cardsIn = (pack: number): number => Math.min(cardsPerPack, history.cards - pack * cardsPerPack)

  const packRow = (index: number): Row<'packs'> => ({
    packId: padded(2, index),
    title: `第 ${index + 1} 包`,
    label: '知识',
    subject: { id: 'yuwen', name: '语文' },
    cardCount: cardsIn(index),
    bytes: cardsIn(index) * 400,
    isPrivate: false,
    status: 'ready',
    updatedAt: iso(now - dayMs),
  })

  const catalogueRow = (index: number): Row<'catalogues'> => {
    const cards = Array.from({ length: cardsIn(index) }, (_, at) => index * cardsPerPack + at).map(
      (card) => ({
        id: padded(1, card),
        title: `第 ${card + 1} 张`,
        hash: card.toString(16),
        preview: false,
      }),
    )
    return { packId: padded(2, index), version: '1', chapters: [{ id: 'a', title: '第一章', cards }] }
  }

  const dayRow = (index: number): Row<'days'> => {
    const day = dayOf(now - (index + 1) * dayMs)
    const answers = Math.round(history.answers / history.days)
    const row = { day, answers, newCards: 20, durationMs: answers * 6_000, goalReached: true }
    return { ...row, base: row }
  }

  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`zhika:${accountId}`)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')))
  })
  const fill = async (store: string, count: number, rowOf: (index: number) => object): Promise<void> => {
    for (let from = 0; from < count; from += rowsPerTransaction) {
      await new Promise<void>((resolve, reject) => {
        const tx = database.transaction(store, 'readwrite', { durability: 'relaxed' })
        for (let index = from; index < Math.min(count, from + rowsPerTransaction); index += 1) {
          tx.objectStore(store).put(rowOf(index))
        }
        tx.addEventListener('complete', () => resolve())
        tx.addEventListener('error', () => reject(tx.error ?? new Error(`${store} was not written`)))
      })
    }
  }
  await fill('packs', Math.ceil(history.cards / cardsPerPack), packRow)
  await fill('catalogues', Math.ceil(history.cards / cardsPerPack), catalogueRow)
  await fill('cards', history.cards, cardRow)
  await fill('states', history.cards, stateRow)
  await fill('journal', history.answers, journalRow)
  await fill('days', history.days, dayRow)
  database.close()
}

/** Fills the account's database. The page must have opened it once, and nothing else may study until it is done. */
export function seedHistory(page: Page, accountId: string, history: History): Promise<void> {
  return page.evaluate(write, { accountId, history, now: Date.now() })
}
