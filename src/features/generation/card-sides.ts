import type { PrivateCard } from '#contract/generation.ts'
import { overloadOf } from '#contract/text/card-weight.ts'
import { inChinese, readMarkdown } from '#contract/text/read-markdown.ts'
import type { CardText } from '#contract/text/card-text.ts'

/** A card as it will look, and what of it cannot be shown: the server refuses a pack for it. */

const sideNames = ['front', 'back', 'hint', 'explanation'] as const
export type SideName = (typeof sideNames)[number]
export type CardSides = Partial<Record<SideName, string | undefined>>
export type SideReading = { side: SideName; text: CardText } | { side: SideName; problem: string }

/** Something that is shown in another way than it is typed. Line ends and plain words are not. */
const marks = /[$*_`{>|#<[\]~\\]|^\s*(?:[-+]|\d+[.)])\s/m

/** Whether a side is shown in another way than it is typed, or refused. */
export function needsReading(card: CardSides): boolean {
  return sideNames.some((name) => marks.test(card[name] ?? '') || overloadOf(card[name] ?? '') !== undefined)
}

/**
 * The sides that are not empty, read as the server reads them.
 * @throws when the parser is not on this device and cannot be fetched
 */
export async function readSides(card: CardSides): Promise<SideReading[]> {
  const filled = sideNames.filter((side) => card[side]?.trim())
  return Promise.all(
    filled.map(async (side) => {
      const reading = await readMarkdown(card[side] ?? '')
      return 'text' in reading ? { side, text: reading.text } : { side, problem: inChinese(reading.reason) }
    }),
  )
}

export type CardProblem = { cardId: string; index: number; side: SideName; problem: string }

/** The first card that the server would refuse; undefined when there is none, or when that cannot be said here. */
export async function firstProblem(cards: readonly PrivateCard[]): Promise<CardProblem | undefined> {
  for (const [index, card] of cards.entries()) {
    if (!needsReading(card)) continue
    const readings = await readSides(card).catch(() => [])
    const wrong = readings.find((reading) => 'problem' in reading)
    if (wrong !== undefined && 'problem' in wrong) {
      return { cardId: card.id, index, side: wrong.side, problem: wrong.problem }
    }
  }
  return undefined
}
