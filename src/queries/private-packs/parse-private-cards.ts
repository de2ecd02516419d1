import type { CardText } from '#contract/text/card-text.ts'
import type { PrivateCard } from '#contract/generation.ts'
import type { Card } from '#contract/packs.ts'
import { answerOf, titleOf } from '#contract/private-card.ts'
import type { Typeset } from '#contract/text/card-markdown.ts'
import { loadTypeset, readMarkdown } from '#contract/text/read-markdown.ts'

/** Makes cards of what their owner wrote, as the server will, so that they can be studied before it has them. */

type Load = () => Promise<Typeset>

/** Without the network the typesetter may not be here: the formula then shows as it was written, until the upload. */
const asWritten: Typeset = (tex) => ['math', {}, ['mtext', {}, tex.trim()]]

const typesetHere =
  (load: Load): Load =>
  () =>
    load().catch(() => asWritten)

/** @throws when the text cannot be shown, or when its parser is not on this device and cannot be fetched */
const read = async (markdown: string, load: Load): Promise<CardText> => {
  const reading = await readMarkdown(markdown, load)
  if ('reason' in reading) throw new Error(reading.reason)
  return reading.text
}

const parse = async (packId: string, card: PrivateCard, load: Load): Promise<Card> => {
  const front = await read(card.front, load)
  const back = await read(card.back, load)
  const answer = answerOf(front, back)
  return {
    id: card.id,
    packId,
    title: titleOf(front),
    // The server's own takes its place when the pack has arrived there.
    hash: '',
    front,
    back,
    ...(card.hint?.trim() && { hint: await read(card.hint, load) }),
    ...(card.explanation?.trim() && { explanation: await read(card.explanation, load) }),
    ...(answer !== undefined && { answer }),
  }
}

/**
 * @param load what typesets formulas; where it cannot be had they show as they were written
 * @throws like `read`, for the first card that cannot be shown
 */
export function parsePrivateCards(
  packId: string,
  cards: readonly PrivateCard[],
  load: Load = loadTypeset,
): Promise<Card[]> {
  return Promise.all(cards.map((card) => parse(packId, card, typesetHere(load))))
}
