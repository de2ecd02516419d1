import { setImmediate as otherRequests } from 'node:timers/promises'
import type { CardText } from '#contract/card-text.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { answerOf, titleOf } from '#contract/private-card.ts'
import { inChinese } from '#contract/read-markdown.ts'
import type { CardContent, CardMarkdown } from '#server/db/schema/packs.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'

/** Makes rows of cards as their owner wrote them, all of them or none. */

export type PressedCard = {
  id: string
  title: string
  hash: string
  content: CardContent
  markdown: CardMarkdown
}

type Side = keyof CardMarkdown
const sides: Record<Side, string> = { front: '正面', back: '背面', hint: '提示', explanation: '解析' }

/** As the database can hold it: it takes neither NUL nor half a surrogate pair, and both can stand in JSON. */
const wellFormed = (text: string): string => text.replaceAll('\0', '').replace(/[\uD800-\uDFFF]/gu, '\uFFFD')

const markdownOf = ({ front, back, hint, explanation }: PrivateCard): CardMarkdown => ({
  front: wellFormed(front),
  back: wellFormed(back),
  ...(hint?.trim() && { hint: wellFormed(hint) }),
  ...(explanation?.trim() && { explanation: wellFormed(explanation) }),
})

const refuseRepeated = (cards: readonly PrivateCard[]): void => {
  const seen = new Set<string>()
  for (const [index, { id }] of cards.entries()) {
    if (seen.has(id)) fail('invalid_input', { field: `第 ${index + 1} 张卡片的编号重复` })
    seen.add(id)
  }
}

/**
 * @returns the cards in their order
 * @throws ExpectedError `invalid_input` that names the first card with something that cannot be shown
 */
export const pressCards = async (
  { cardPress }: Pick<Deps, 'cardPress'>,
  cards: readonly PrivateCard[],
): Promise<PressedCard[]> => {
  refuseRepeated(cards)
  const pressed: PressedCard[] = []
  for (const [index, card] of cards.entries()) {
    const markdown = markdownOf(card)
    const read = async (side: Side): Promise<CardText> => {
      const reading = await cardPress.read(markdown[side] ?? '')
      if ('text' in reading) return reading.text
      const line = markdown[side]?.includes('\n') ? `第 ${reading.line} 行` : ''
      return fail('invalid_input', {
        field: `第 ${index + 1} 张卡片的${sides[side]}${line}，${inChinese(reading.reason)}`,
      })
    }
    const front = await read('front')
    const back = await read('back')
    const answer = answerOf(front, back)
    const content: CardContent = {
      front,
      back,
      ...(markdown.hint !== undefined && { hint: await read('hint') }),
      ...(markdown.explanation !== undefined && { explanation: await read('explanation') }),
      ...(answer !== undefined && { answer }),
    }
    const title = titleOf(front)
    const hash = cardPress.contentHash({ title, preview: false, content })
    pressed.push({ id: card.id, title, hash, content, markdown })
    // Two hundred cards of formulas take longer than anybody else should wait.
    await otherRequests()
  }
  return pressed
}
