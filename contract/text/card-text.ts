/**
 * The text of a card as a tree. Card Markdown is parsed, its formulas typeset and its ruby read once,
 * when a pack is written; the phone only walks the tree. There is no HTML anywhere on the way, so
 * there is nothing to sanitise: a node that is not listed here cannot be shown.
 */
export type CardText = readonly CardBlock[]

export type CardBlock =
  | { type: 'paragraph'; children: readonly CardInline[] }
  | { type: 'quote'; children: readonly CardBlock[] }
  | { type: 'list'; ordered: boolean; items: readonly (readonly CardBlock[])[] }
  | { type: 'table'; rows: readonly (readonly (readonly CardInline[])[])[] }
  | { type: 'math-block'; tex: string; math: MathNode }

export type CardInline =
  | { type: 'text'; text: string }
  | { type: 'break' }
  | { type: 'strong'; children: readonly CardInline[] }
  | { type: 'emphasis'; children: readonly CardInline[] }
  | { type: 'code'; text: string }
  | { type: 'ruby'; base: string; reading: string }
  | { type: 'math'; tex: string; math: MathNode }

/** One MathML element: name, attributes, children. Names and attributes are of the two lists below. */
export type MathNode = readonly [
  tag: MathTag,
  attributes: Readonly<Record<string, string>>,
  ...children: (MathNode | string)[],
]

export const mathTags = [
  'math',
  'mrow',
  'mi',
  'mn',
  'mo',
  'ms',
  'mtext',
  'mspace',
  'msup',
  'msub',
  'msubsup',
  'mfrac',
  'msqrt',
  'mroot',
  'mover',
  'munder',
  'munderover',
  'mtable',
  'mtr',
  'mtd',
  'mstyle',
  'mpadded',
  'mphantom',
  'menclose',
] as const
export type MathTag = (typeof mathTags)[number]

export const mathAttributes = [
  'display',
  'displaystyle',
  'scriptlevel',
  'mathvariant',
  'stretchy',
  'fence',
  'separator',
  'accent',
  'accentunder',
  'lspace',
  'rspace',
  'width',
  'height',
  'depth',
  'voffset',
  'linethickness',
  'columnalign',
  'columnspacing',
  'rowspacing',
  'minsize',
  'maxsize',
  'symmetric',
  'notation',
  'largeop',
  'mathcolor',
  'mathbackground',
  'mathsize',
  'columnlines',
  'rowlines',
] as const

const inlineText = (nodes: readonly CardInline[]): string =>
  nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
        case 'code':
          return node.text
        case 'break':
          return '\n'
        case 'ruby':
          return node.base
        case 'math':
          return node.tex
        default:
          return inlineText(node.children)
      }
    })
    .join('')

const blockText = (block: CardBlock): string => {
  switch (block.type) {
    case 'paragraph':
      return inlineText(block.children)
    case 'quote':
      return block.children.map(blockText).join('\n')
    case 'list':
      return block.items.map((item) => item.map(blockText).join('\n')).join('\n')
    case 'table':
      return block.rows.map((row) => row.map(inlineText).join(' ')).join('\n')
    case 'math-block':
      return block.tex
  }
}

/** The words of a card without their form: for search, speech and labels. */
export function plainText(text: CardText): string {
  return text.map(blockText).join('\n')
}
