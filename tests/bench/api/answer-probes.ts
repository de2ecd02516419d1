import { randomUUID } from 'node:crypto'
import type { Input, Reply } from '#contract/api.ts'
import type { Caller } from './caller.ts'
import { answerOf } from './classroom.ts'
import { probe, type Pack, type Probe, type ProbedWorld } from './probe.ts'

/** Answers and undos, of cards with a short and with a long history. */

/** The last cards of the pack, whose history is as short in the large database as in the small one. */
const shortHistories = 8
export function longHistoryOf({ packId, cardIds }: Pack): Pack {
  return {
    packId,
    cardIds: cardIds.slice(0, -shortHistories),
  }
}
const shortHistoryOf = ({ packId, cardIds }: Pack): Pack => ({
  packId,
  cardIds: cardIds.slice(-shortHistories),
})

const record = 'POST /user-study/record/:packId/:sessionId'
let answered = 0

/** Of other cards each time, so that no card's history grows much. */
const newAnswers = ({ packId, cardIds }: Pack, count: number): Input<typeof record> => {
  const now = new Date()
  const nextCard = (): string => cardIds[(answered += 1) % cardIds.length] ?? ''
  return {
    packId,
    sessionId: randomUUID(),
    deviceId: randomUUID(),
    sentAt: now.toISOString(),
    answers: Array.from({ length: count }, () => answerOf(nextCard(), now)),
    undos: [],
  }
}

/** Takes back the last answer of a card, which leaves its history as it was. */
const undoOfNew =
  (packOf: (pack: Pack) => Pack) =>
  async (caller: Caller, { pack }: ProbedWorld): Promise<Input<typeof record>> => {
    const uploaded = newAnswers(packOf(pack), 1)
    await caller.call(record, uploaded)
    const undos = uploaded.answers.map(({ id, cardId }) => ({
      id: randomUUID(),
      answerId: id,
      cardId,
      undoneAt: uploaded.sentAt,
    }))
    return { ...uploaded, answers: [], undos }
  }

const isStored = ({ results }: Reply<typeof record>): boolean =>
  results.every(({ status }) => status === 'stored')

/** An upload of a few answers, of cards with a long history. */
export const answersProbe = probe(record, (_, { pack }) => newAnswers(longHistoryOf(pack), 5), {
  check: isStored,
})

export const undoProbes: readonly Probe[] = [
  probe(record, undoOfNew(shortHistoryOf), { name: `${record}（撤销一次回答）`, check: isStored }),
  {
    ...probe(record, undoOfNew(longHistoryOf), {
      name: `${record}（撤销一次回答，这张卡自己也多答了一百多次）`,
      check: isStored,
    }),
    withoutBudget: '随这张卡自己的历史变长，与数据库里有多少回答无关',
  },
]
