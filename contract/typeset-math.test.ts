import { describe, expect, it } from 'vitest'
import { mathAttributes, mathTags, type MathNode } from './card-text.ts'
import { typesetMath } from './typeset-math.ts'

const walk = (node: MathNode): MathNode[] => [
  node,
  ...node.slice(2).flatMap((child) => (Array.isArray(child) ? walk(child as unknown as MathNode) : [])),
]

describe('typesetting a formula', () => {
  it('gives MathML without annotation and wrappers', () => {
    expect(typesetMath('a^2', false)).toEqual([
      'math',
      {},
      ['mrow', {}, ['msup', {}, ['mi', {}, 'a'], ['mn', {}, '2']]],
    ])
  })

  it('marks a formula on its own line', () => {
    expect(typesetMath('a', true)[1]).toEqual({ display: 'block' })
  })

  it('decodes what KaTeX escaped', () => {
    expect(JSON.stringify(typesetMath('\\text{若a<b}\\&', false))).toContain('["mtext",{},"若a<b"]')
  })

  it.each([
    '\\frac{1}{2}',
    '\\begin{cases}x=1\\\\y=2\\end{cases}',
    '\\xrightarrow{\\text{点燃}}',
    '\\boxed{x}',
    '\\color{red}{x}',
  ])('uses only listed elements and attributes for %s', (tex) => {
    for (const [tag, attributes] of walk(typesetMath(tex, true))) {
      expect(mathTags).toContain(tag)
      for (const name of Object.keys(attributes)) expect(mathAttributes).toContain(name)
    }
  })

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://example.com}',
    '\\htmlClass{x}{y}',
    '\\htmlStyle{background:url(x)}{y}',
    '\\includegraphics{x.png}',
  ])('refuses %s by name', (tex) => {
    expect(() => typesetMath(tex, false)).toThrow(/不接受命令/)
  })

  it('shows markup in a formula as characters', () => {
    const json = JSON.stringify(typesetMath('\\text{<script>alert(1)</script>}', false))
    expect(json).toContain('"mtext",{},"<script>alert(1)</script>"')
  })

  it.each(['\\frac{1}', '\\nosuchcommand', 'a^', '\\left( x'])('refuses the broken formula %s', (tex) => {
    expect(() => typesetMath(tex, false)).toThrow(/KaTeX/)
  })

  it('refuses a macro that expands without end', () => {
    expect(() => typesetMath('\\def\\a{\\a\\a}\\a', false)).toThrow()
  })
})
