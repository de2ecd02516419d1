import { randomUUID } from 'node:crypto'
import type { Call } from './test-server.ts'
import type { RecordBody, StudyAnswer, StudyUndo } from '#contract/study.ts'

/** Answers and undos as a device would make them; everything not said has an unremarkable value. */

export function makeAnswer(
  answer: Pick<StudyAnswer, 'cardId' | 'answeredAt'> & Partial<StudyAnswer>,
): StudyAnswer {
  return {
    id: randomUUID(),
    rating: 3,
    utcOffsetMinutes: 480,
    durationMs: 4000,
    mode: 'flip',
    retention: 0.9,
    ...answer,
  }
}

export function makeUndo(answer: Pick<StudyAnswer, 'id' | 'cardId' | 'answeredAt'>): StudyUndo {
  return {
    id: randomUUID(),
    answerId: answer.id,
    cardId: answer.cardId,
    undoneAt: answer.answeredAt,
  }
}

/** Uploads facts of one pack, as a device whose clock is right unless `sentAt` says otherwise. */
export function upload(
  call: Call,
  facts: { packId: string; sentAt: Date | string; answers?: readonly unknown[]; undos?: readonly unknown[] },
) {
  return call('POST /user-study/record/:packId/:sessionId', {
    packId: facts.packId,
    sessionId: randomUUID(),
    deviceId: randomUUID(),
    sentAt: new Date(facts.sentAt).toISOString(),
    answers: [...(facts.answers ?? [])] as RecordBody['answers'],
    undos: [...(facts.undos ?? [])] as RecordBody['undos'],
  })
}
