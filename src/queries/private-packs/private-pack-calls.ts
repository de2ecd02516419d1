import type { PrivateCard } from '#contract/generation.ts'
import { cardBatches } from './private-pack-batches.ts'
import type { LateCall } from '../sync/waiting-calls.ts'

/** The calls that change private packs, each with the key under which it waits. */

export const createPack = 'POST /private-packs'
export const cardsOfPack = 'PUT /private-packs/:packId/cards'

export type NewPack = {
  packId: string
  title: string
  gradeId: string
  subjectId: string
  cards: readonly PrivateCard[]
}

/** The pack with its first cards; the rest of them in calls of their own. */
export function createPackCalls({
  cards,
  ...pack
}: NewPack): LateCall<typeof createPack | typeof cardsOfPack>[] {
  const { packId } = pack
  const [first = [], ...rest] = cardBatches(cards)
  return [
    [createPack, { ...pack, cards: first }, `private-pack:${packId}`],
    ...rest.map((batch, index): LateCall<typeof cardsOfPack> => [
      cardsOfPack,
      { packId, cards: batch },
      `private-cards:${packId}:${index}`,
    ]),
  ]
}

export function renamePackCall(
  packId: string,
  fields: { title: string; gradeId: string; subjectId: string },
): LateCall<'PUT /private-packs/:packId'> {
  return ['PUT /private-packs/:packId', { packId, ...fields }, `private-pack-name:${packId}`]
}

export function removePackCall(packId: string): LateCall<'DELETE /private-packs/:packId'> {
  return ['DELETE /private-packs/:packId', { packId }, `private-pack-removal:${packId}`]
}

export function putCardCall(packId: string, card: PrivateCard): LateCall<typeof cardsOfPack> {
  return [cardsOfPack, { packId, cards: [card] }, `private-card:${card.id}`]
}

export function removeCardCall(
  packId: string,
  cardId: string,
): LateCall<'DELETE /private-packs/:packId/cards/:cardId'> {
  return ['DELETE /private-packs/:packId/cards/:cardId', { packId, cardId }, `private-card-removal:${cardId}`]
}
