import { setImmediate as otherRequests } from 'node:timers/promises'
import type { CardText } from '#contract/text/card-text.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { answerOf, titleOf } from '#contract/private-card.ts'
import { inChinese } from '#contract/text/read-markdown.ts'
import type { CardContent, CardMarkdown } from '#server/db/schema/packs.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'

/** Makes rows of cards as their owner wrote them, all of them or none. */

export type ParsedCard = {
  id: string
  title: string
  hash: string
  content: CardContent
  markdown: CardMarkdown
  textBytes: number
  wireBytes: number
}

/** A card that was sent, and the how manieth of its call it is: refusals name it so. */
export type SentCard = { card: PrivateCard; number: number }

/**
 * The limits of `contract/limits.ts` keep a call at a tenth of this, so that a busy machine meets it as little as an
 * idle one; it ends a call that found a way around them.
 */
const longestReadingMs = 4000

type Side = keyof CardMarkdown
const sides: Record<Side, string> = { front: '正面', back: '背面', hint: '提示', explanation: '解析' }

/** As the database can hold it: it takes neither NUL nor half a surrogate pair, and both can stand in JSON. */
const wellFormed = (text: string): string => text.replaceAll('\0', '').replace(/[\uD800-\uDFFF]/gu, '\uFFFD')

export function markdownOf({ front, back, hint, explanation }: PrivateCard): CardMarkdown {
  return {
    front: wellFormed(front),
    back: wellFormed(back),
    ...(hint?.trim() && { hint: wellFormed(hint) }),
    ...(explanation?.trim() && { explanation: wellFormed(explanation) }),
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/**
 * @returns the cards in their order
 * @throws ExpectedError `invalid_input` that names the first card with something that cannot be shown;
 *   `payload_too_large` when reading them takes too long
 */
export async function parseCards(
  { cardParser }: Pick<Deps, 'cardParser'>,
  packId: string,
  cards: readonly SentCard[],
): Promise<ParsedCard[]> {
  const parsed: Omit<ParsedCard, 'wireBytes'>[] = []
  // The first reading of a process loads the parsers, which is no card's fault.
  await cardParser.read('$x$')
  let readingMs = 0
  for (const { card, number } of cards) {
    const startedAt = performance.now()
    const markdown = markdownOf(card)
    const read = async (side: Side): Promise<CardText> => {
      const reading = await cardParser.read(markdown[side] ?? '')
      if ('text' in reading) return reading.text
      const isTold = reading.line !== undefined && markdown[side]?.includes('\n')
      const line = isTold ? `第 ${reading.line} 行` : ''
      return fail('invalid_input', {
        field: `第 ${number} 张卡片的${sides[side]}${line}，${inChinese(reading.reason)}`,
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
    const hash = cardParser.contentHash({ title, preview: false, content })
    parsed.push({
      id: card.id,
      title,
      hash,
      content,
      markdown,
      textBytes: bytesOf(content) + bytesOf(markdown),
    })
    readingMs += performance.now() - startedAt
    if (readingMs > longestReadingMs) fail('payload_too_large')
    // Two hundred cards of formulas take longer than anybody else should wait.
    await otherRequests()
  }
  const wireBytes = await cardParser.bytesOfEach(
    parsed.map(({ id, title, hash, content }) => ({ id, packId, title, hash, ...content })),
  )
  return parsed.map((card, index) => ({ ...card, wireBytes: wireBytes[index]! }))
}
