/**
 * What a part of the page looks like, as data that can be stored and put back before the app is there. Not as text of
 * markup: what is put back cannot become more than it was, and the page's policy forbids to parse such text.
 */
export type KeptElement = [
  tag: string,
  attributes: Record<string, string>,
  ...children: (KeptElement | string)[],
]

const svg = 'http://www.w3.org/2000/svg'

const keepElement = (element: Element): KeptElement => [
  element.localName,
  Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value])),
  ...keepChildren(element),
]

export function keepChildren(parent: Node): (KeptElement | string)[] {
  return Array.from(parent.childNodes)
    .filter(({ nodeType }) => nodeType === Node.ELEMENT_NODE || nodeType === Node.TEXT_NODE)
    .map((child) => (child instanceof Element ? keepElement(child) : (child.textContent ?? '')))
}

/** @param isDrawing within an `svg`, whose elements have names of their own */
export function restoreElement([tag, attributes, ...children]: KeptElement, isDrawing = false): Element {
  const inDrawing = isDrawing || tag === 'svg'
  const element = inDrawing ? document.createElementNS(svg, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    // The policy allows styles that a script sets, and none that an attribute brings.
    if (name === 'style') (element as HTMLElement).style.cssText = value
    else element.setAttribute(name, value)
  }
  element.append(
    ...children.map((child) => (typeof child === 'string' ? child : restoreElement(child, inDrawing))),
  )
  return element
}
