/**
 * Parses the MathML that KaTeX prints: elements, double-quoted attributes, text, five entities.
 * Anything else is a bug or an attack and throws; this is no general XML parser.
 */

export type MathmlElement = {
  tag: string
  attributes: Record<string, string>
  children: (MathmlElement | string)[]
}

const tokenPattern = /<\/([a-z]+)>|<([a-z]+)((?: [a-zA-Z:-]+="[^"<>]*")*)(\/?)>|([^<>]+)/y
const attributePattern = / ([a-zA-Z:-]+)="([^"<>]*)"/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

const decode = (text: string): string =>
  text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const character = entities[name]
    if (character === undefined) throw new Error(`MathML 中有未知实体 ${whole}`)
    return character
  })

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(attributePattern)].map(([, name, value]) => [name!, decode(value!)]))

/** @returns the root element */
export function parseMathml(source: string): MathmlElement {
  const document: MathmlElement = { tag: '', attributes: {}, children: [] }
  const open: MathmlElement[] = [document]
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < source.length) {
    const at = tokenPattern.lastIndex
    const token = tokenPattern.exec(source)
    if (!token) throw new Error(`MathML 第 ${at + 1} 个字符有误`)
    const [, closed, tag, attributes, selfClosing, text] = token
    if (closed !== undefined) {
      if (open.pop()?.tag !== closed) throw new Error(`MathML 元素 ${closed} 没有配对`)
    } else if (tag !== undefined) {
      const element: MathmlElement = { tag, attributes: attributesOf(attributes ?? ''), children: [] }
      open.at(-1)!.children.push(element)
      if (!selfClosing) open.push(element)
    } else open.at(-1)!.children.push(decode(text!))
  }
  const [root] = document.children
  if (open.length !== 1 || root === undefined || typeof root === 'string') throw new Error('MathML 不完整')
  return root
}
