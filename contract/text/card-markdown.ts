import type { BlockContent, Blockquote, DefinitionContent, List, PhrasingContent, Root, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfmTable } from 'micromark-extension-gfm-table'
import { math } from 'micromark-extension-math'
import type { CardBlock, CardInline, CardText, MathNode } from './card-text.ts'
import { overloadOf } from './card-weight.ts'
import { maxCardSideFormulaLength, maxCardSideLength, maxInlineDepth } from '../limits.ts'

/**
 * Reads card Markdown into the tree of `card-text.ts`. Pure: formulas are typeset by the function
 * that is passed in. What the tree cannot hold is refused with its line, never passed through.
 */

/** Turns LaTeX into MathML; throws an Error whose message says what is wrong with it. */
export type Typeset = (tex: string, display: boolean) => MathNode

/** The parser's time grows faster than its input, so the input is bounded; see `card-weight.ts`, too. */
export const maxMarkdownLength = maxCardSideLength
const maxDepth = 8

/** The source holds something that a card cannot show. */
export class CardMarkdownError extends Error {
  override readonly name = 'CardMarkdownError'
  /** Counted from 1, within the source. */
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

type Positioned = { position?: { start: { line: number; offset?: number } } | undefined }
type Reading = {
  source: string
  typeset: Typeset
  /** Of all formulas until now. */
  formulaLength: number
}

const refuse = (node: Positioned, reason: string): never => {
  throw new CardMarkdownError(node.position?.start.line ?? 1, reason)
}

const formula = (node: Positioned, tex: string, display: boolean, reading: Reading): MathNode => {
  reading.formulaLength += tex.length
  if (reading.formulaLength > maxCardSideFormulaLength) {
    refuse(node, `公式一共最多 ${maxCardSideFormulaLength} 个字符，请分成几张卡片`)
  }
  try {
    return reading.typeset(tex, display)
  } catch (error) {
    return refuse(node, `公式有误：${error instanceof Error ? error.message : String(error)}`)
  }
}

const rubyPattern = /\{([^{}|\n]+)\|([^{}|\n]+)\}/gu

/** `{汉字|hàn zì}` becomes ruby; a line the author broke stays broken. */
const readText = (value: string): CardInline[] =>
  value.split('\n').flatMap((line, index): CardInline[] => {
    const nodes: CardInline[] = index === 0 ? [] : [{ type: 'break' }]
    let end = 0
    for (const found of line.matchAll(rubyPattern)) {
      if (found.index > end) nodes.push({ type: 'text', text: line.slice(end, found.index) })
      nodes.push({ type: 'ruby', base: found[1]!.trim(), reading: found[2]!.trim() })
      end = found.index + found[0].length
    }
    if (end < line.length) nodes.push({ type: 'text', text: line.slice(end) })
    return nodes
  })

const readInlines = (nodes: readonly PhrasingContent[], reading: Reading, depth = 0): CardInline[] => {
  const [first] = nodes
  if (first && depth > maxInlineDepth) refuse(first, `粗体、斜体嵌套太深，最多 ${maxInlineDepth} 层`)
  return joinTexts(nodes.flatMap((node) => readInline(node, reading, depth)))
}

/** A link that was unwrapped leaves two texts side by side. */
const joinTexts = (nodes: readonly CardInline[]): CardInline[] =>
  nodes.reduce<CardInline[]>((joined, node) => {
    const last = joined.at(-1)
    if (last?.type === 'text' && node.type === 'text') {
      joined[joined.length - 1] = { type: 'text', text: last.text + node.text }
    } else joined.push(node)
    return joined
  }, [])

const readInline = (node: PhrasingContent, reading: Reading, depth: number): CardInline[] => {
  switch (node.type) {
    case 'text':
      return readText(node.value)
    case 'break':
      return [{ type: 'break' }]
    case 'inlineCode':
      return [{ type: 'code', text: node.value }]
    case 'strong':
    case 'emphasis':
      return [{ type: node.type, children: readInlines(node.children, reading, depth + 1) }]
    case 'inlineMath':
      return [{ type: 'math', tex: node.value, math: formula(node, node.value, false, reading) }]
    case 'link':
    case 'linkReference':
      return readInlines(node.children, reading, depth + 1)
    case 'html':
      return refuse(node, '不接受 HTML')
    case 'image':
    case 'imageReference':
      return refuse(node, '不接受图片')
    default:
      return refuse(node, `不接受「${node.type}」`)
  }
}

/** `$$…$$` on one line reads as inline mathematics; alone in its paragraph it is a formula of its own. */
const isMathBlock = (children: readonly PhrasingContent[], { source }: Reading): boolean => {
  const [only, ...others] = children
  return (
    only?.type === 'inlineMath' && others.length === 0 && source.startsWith('$$', only.position?.start.offset)
  )
}

const readParagraph = (children: readonly PhrasingContent[], reading: Reading): CardBlock => {
  const [only] = children
  if (only?.type === 'inlineMath' && isMathBlock(children, reading)) {
    return { type: 'math-block', tex: only.value, math: formula(only, only.value, true, reading) }
  }
  return { type: 'paragraph', children: readInlines(children, reading) }
}

const readList = (node: List, reading: Reading, depth: number): CardBlock => ({
  type: 'list',
  ordered: node.ordered ?? false,
  items: node.children.map((item) => readBlocks(item.children, reading, depth)),
})

const readTable = (node: Table, reading: Reading): CardBlock => ({
  type: 'table',
  rows: node.children.map((row) => row.children.map((cell) => readInlines(cell.children, reading))),
})

const readQuote = (node: Blockquote, reading: Reading, depth: number): CardBlock => ({
  type: 'quote',
  children: readBlocks(node.children, reading, depth),
})

const readCode = (value: string): CardBlock => ({
  type: 'paragraph',
  children: value
    .split('\n')
    .flatMap((text, index): CardInline[] => [
      ...(index === 0 ? [] : [{ type: 'break' } as const]),
      { type: 'code', text },
    ]),
})

const readBlock = (node: BlockContent | DefinitionContent, reading: Reading, depth: number): CardBlock[] => {
  switch (node.type) {
    case 'paragraph':
      return [readParagraph(node.children, reading)]
    case 'heading':
      return [
        { type: 'paragraph', children: [{ type: 'strong', children: readInlines(node.children, reading) }] },
      ]
    case 'blockquote':
      return [readQuote(node, reading, depth + 1)]
    case 'list':
      return [readList(node, reading, depth + 1)]
    case 'table':
      return [readTable(node, reading)]
    case 'math':
      return [{ type: 'math-block', tex: node.value, math: formula(node, node.value, true, reading) }]
    case 'code':
      return [readCode(node.value)]
    case 'definition':
    case 'thematicBreak':
      return []
    case 'html':
      return refuse(node, '不接受 HTML')
    default:
      return refuse(node, `不接受「${node.type}」`)
  }
}

const readBlocks = (
  nodes: readonly Root['children'][number][],
  reading: Reading,
  depth: number,
): CardBlock[] => {
  const [first] = nodes
  if (first && depth > maxDepth) refuse(first, `嵌套太深，最多 ${maxDepth} 层`)
  return nodes.flatMap((node) => readBlock(node as BlockContent | DefinitionContent, reading, depth))
}

/**
 * The tree of a piece of card Markdown; empty for a source of white space.
 * @throws CardMarkdownError for HTML, images, a broken formula, or a source that is too long, too deep or too much work
 */
export function parseCardMarkdown(source: string, typeset: Typeset): CardText {
  if (source.length > maxMarkdownLength) {
    throw new CardMarkdownError(1, `文字太长，最多 ${maxMarkdownLength} 字`)
  }
  const overload = overloadOf(source)
  if (overload !== undefined) throw new CardMarkdownError(1, overload)
  const root = fromMarkdown(source, {
    extensions: [gfmTable(), math()],
    mdastExtensions: [gfmTableFromMarkdown(), mathFromMarkdown()],
  })
  return readBlocks(root.children, { source, typeset, formulaLength: 0 }, 0)
}
