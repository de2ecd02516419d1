import { plainText, type CardInline, type CardText } from './text/card-text.ts'

/** What a private pack and its cards get besides what their owner writes: the same on page and server. */

/** A private pack has one chapter. */
export const onlyChapter = { id: 'cards', title: '全部卡片' } as const

const labelLength = 4
const defaultLabel = '笔记'

/** The first characters of the title, for the cover. */
export function labelOf(title: string): string {
  const characters = [...title.replace(/[^\p{L}\p{N}]+/gu, '')]
  return characters.length < 2 ? defaultLabel : characters.slice(0, labelLength).join('')
}

const maxTitleLength = 24
const maxAnswerLength = 60

const shortened = (text: string): string => {
  const characters = [...text]
  return characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength - 1).join('')}…` : text
}

/** The first words of the front. */
export function titleOf(front: CardText): string {
  const line = plainText(front)
    .split('\n')
    .find((text) => text.trim())
  return shortened((line ?? '').replace(/\s+/gu, ' ').trim())
}

const inlinesOf = (text: CardText): readonly CardInline[] =>
  text.flatMap((block) => (block.type === 'paragraph' ? block.children : []))

const holdsMath = (nodes: readonly CardInline[]): boolean =>
  nodes.some((node) => node.type === 'math' || ('children' in node && holdsMath(node.children)))

/** One short line of words: what can be typed, and compared letter by letter. */
const asAnswer = (inlines: readonly CardInline[]): string | undefined => {
  if (holdsMath(inlines)) return undefined
  const text = plainText([{ type: 'paragraph', children: inlines }]).trim()
  return text !== '' && text.length <= maxAnswerLength && !text.includes('\n') ? text : undefined
}

const holdsBlank = (front: CardText): boolean => plainText(front).includes('____')

/**
 * The shortest answer: what is bold on the back of a card with a blank, else all of a short back.
 * Undefined where the answer cannot be typed.
 */
export function answerOf(front: CardText, back: CardText): string | undefined {
  const inlines = inlinesOf(back)
  const filled = holdsBlank(front) ? inlines.find((node) => node.type === 'strong') : undefined
  if (filled) return asAnswer([filled])
  return back.length === 1 && back[0]?.type === 'paragraph' ? asAnswer(inlines) : undefined
}
