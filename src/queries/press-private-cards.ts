import type { CardText } from '#contract/card-text.ts'
import type { PrivateCard } from '#contract/generation.ts'
import type { Card } from '#contract/packs.ts'
import { answerOf, titleOf } from '#contract/private-card.ts'
import { readMarkdown } from '#contract/read-markdown.ts'

/** Makes cards of what their owner wrote, as the server will, so that they can be studied before it has them. */

/** @throws when the text cannot be shown, or when its parser is not on this device and cannot be fetched */
const read = async (markdown: string): Promise<CardText> => {
  const reading = await readMarkdown(markdown)
  if ('reason' in reading) throw new Error(reading.reason)
  return reading.text
}

const press = async (packId: string, card: PrivateCard): Promise<Card> => {
  const front = await read(card.front)
  const back = await read(card.back)
  const answer = answerOf(front, back)
  return {
    id: card.id,
    packId,
    title: titleOf(front),
    // The server's own takes its place when the pack has arrived there.
    hash: '',
    front,
    back,
    ...(card.hint?.trim() && { hint: await read(card.hint) }),
    ...(card.explanation?.trim() && { explanation: await read(card.explanation) }),
    ...(answer !== undefined && { answer }),
  }
}

/** @throws like `read`, for the first card that cannot be shown */
export const pressPrivateCards = (packId: string, cards: readonly PrivateCard[]): Promise<Card[]> =>
  Promise.all(cards.map((card) => press(packId, card)))
