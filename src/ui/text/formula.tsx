import { createElement, type ReactNode } from 'react'

/** One MathML element as data: name, attributes, children. */
export type FormulaNode = readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: (FormulaNode | string)[],
]

/** Presentation MathML without links, scripts or foreign content; a test holds it to the contract's list. */
export const formulaTags: ReadonlySet<string> = new Set(
  (
    'math mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover ' +
    'mtable mtr mtd mstyle mpadded mphantom menclose'
  ).split(' '),
)
export const formulaAttributes: ReadonlySet<string> = new Set(
  (
    'display displaystyle scriptlevel mathvariant stretchy fence separator accent accentunder lspace rspace ' +
    'width height depth voffset linethickness columnalign columnspacing rowspacing minsize maxsize symmetric ' +
    'notation largeop mathcolor mathbackground mathsize columnlines rowlines'
  ).split(' '),
)

const element = (node: FormulaNode | string): ReactNode => {
  if (typeof node === 'string') return node
  const [tag, attributes, ...children] = node
  if (!formulaTags.has(tag)) return null
  const known = Object.entries(attributes).filter(
    ([name, value]) => formulaAttributes.has(name) && typeof value === 'string',
  )
  return createElement(tag, Object.fromEntries(known), ...children.map(element))
}

/** Chromium draws MathML since 109; before it, a fraction would read as two figures side by side. */
const drawsMathMl = (): boolean => typeof MathMLElement !== 'undefined'

/** A formula; an engine that cannot draw it shows its TeX, which is clumsy and still right. */
export function Formula({ tex, node }: { tex: string; node: FormulaNode }) {
  return drawsMathMl() ? element(node) : <code>{tex}</code>
}
