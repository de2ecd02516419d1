import { randomUUID } from 'node:crypto'
import type { Input } from '#contract/api.ts'
import type { PrivateCard } from '#contract/generation.ts'
import type { Call } from './test-server.ts'

/** Private packs as a page would make them; what is not said has an unremarkable value. */

export type NewPrivatePack = Input<'POST /private-packs'>

export function makePrivateCard(card: Partial<PrivateCard> = {}): PrivateCard {
  return {
    id: randomUUID(),
    front: '光合作用',
    back: '绿色植物利用光能制造有机物',
    ...card,
  }
}

/** Its grade and subject are those of `insertTestPack`. */
export function makePrivatePack(pack: Partial<NewPrivatePack> = {}): NewPrivatePack {
  return {
    packId: randomUUID(),
    title: '生物笔记',
    gradeId: 'g7',
    subjectId: 'math',
    cards: [makePrivateCard(), makePrivateCard({ front: '呼吸作用', back: '分解有机物，释放能量' })],
    ...pack,
  }
}

/** Saves it. */
export async function createPrivatePack(call: Call, pack: Partial<NewPrivatePack> = {}) {
  const made = makePrivatePack(pack)
  const { data, code, message } = await call('POST /private-packs', made)
  if (code !== 2000) throw new Error(`saving a private pack failed: ${message}`)
  return { ...made, saved: data, cardIds: made.cards.map(({ id }) => id) }
}
