import katex from 'katex'
import type { Typeset } from './card-markdown.ts'
import { mathAttributes, mathTags, type MathNode, type MathTag } from './card-text.ts'
import { maxFormulaDepth, maxFormulaLength } from '../limits.ts'
import { parseMathml, type MathmlElement } from './mathml.ts'

/** Typesets LaTeX once, when a card is written: KaTeX makes MathML, and only listed names pass. */

const allowedTags = new Set<string>(mathTags)
const allowedAttributes = new Set<string>(mathAttributes)
/** KaTeX wraps the formula in these for copy and paste and for its style sheet. */
const wrappers = new Set(['span', 'semantics'])
const dropped = new Set(['annotation'])

const childrenOf = (element: MathmlElement): (MathNode | string)[] =>
  element.children.flatMap((child) => {
    if (typeof child === 'string') return [child]
    if (dropped.has(child.tag)) return []
    return wrappers.has(child.tag) ? childrenOf(child) : [toMathNode(child)]
  })

const toMathNode = (element: MathmlElement): MathNode => {
  if (!allowedTags.has(element.tag)) throw new Error(`不接受公式元素 ${element.tag}`)
  const attributes = Object.entries(element.attributes).filter(([name]) => allowedAttributes.has(name))
  return [element.tag as MathTag, Object.fromEntries(attributes), ...childrenOf(element)]
}

/** Without this KaTeX shows a command such as \href in red instead of refusing it. */
const refuseUntrusted = ({ command }: { command: string }): never => {
  throw new Error(`不接受命令 ${command}`)
}

const definers =
  '\\def \\gdef \\edef \\xdef \\let \\futurelet \\global \\long \\newcommand \\renewcommand \\providecommand'.split(
    ' ',
  )

/**
 * KaTeX bounds how often macros are expanded, not what comes of it: a formula that may define its own grows to two
 * hundred times its length. So none is defined; in place of each command that defines stands one that refuses.
 */
const macros = Object.fromEntries(
  definers.map((command) => [command, (): never => refuseUntrusted({ command })]),
)

/** Before anything walks the tree by recursion. */
const refuseDeep = (root: MathmlElement): void => {
  let level = root.children
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxFormulaDepth) throw new Error(`嵌套太深，最多 ${maxFormulaDepth} 层`)
    level = level.flatMap((child) => (typeof child === 'string' ? [] : child.children))
  }
}

/**
 * The MathML of a formula as a tree.
 * @param display whether it stands on a line of its own
 * @throws Error that says what KaTeX did not understand, which command is not accepted, or what there is too much of
 */
export const typesetMath: Typeset = (tex, display) => {
  if (tex.length > maxFormulaLength) {
    throw new Error(`共 ${tex.length} 个字符，最多 ${maxFormulaLength} 个，请拆成几个公式`)
  }
  const mathml = katex.renderToString(tex, {
    output: 'mathml',
    displayMode: display,
    throwOnError: true,
    strict: 'ignore',
    trust: refuseUntrusted,
    macros,
    maxExpand: 200,
    maxSize: 20,
  })
  const root = parseMathml(mathml)
  refuseDeep(root)
  const [math] = childrenOf(root)
  if (math === undefined || typeof math === 'string') throw new Error('空公式')
  return math
}
