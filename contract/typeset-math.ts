import katex from 'katex'
import type { Typeset } from './card-markdown.ts'
import { mathAttributes, mathTags, type MathNode, type MathTag } from './card-text.ts'
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

/**
 * The MathML of a formula as a tree.
 * @param display whether it stands on a line of its own
 * @throws Error that says what KaTeX did not understand, or which command is not accepted
 */
export const typesetMath: Typeset = (tex, display) => {
  const mathml = katex.renderToString(tex, {
    output: 'mathml',
    displayMode: display,
    throwOnError: true,
    strict: 'ignore',
    trust: refuseUntrusted,
    maxExpand: 200,
    maxSize: 20,
  })
  const [math] = childrenOf(parseMathml(mathml))
  if (math === undefined || typeof math === 'string') throw new Error('空公式')
  return math
}
