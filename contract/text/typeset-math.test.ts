import { describe, expect, it } from 'vitest'
import { mathAttributes, mathTags, type MathNode } from './card-text.ts'
import { maxFormulaLength } from '../limits.ts'
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

  it.each([
    '\\def\\a{\\a\\a}\\a',
    '\\def\\a{xxxxxxxx}\\a\\a\\a',
    '\\gdef\\a{x}\\a',
    '\\edef\\a{x}\\a',
    '\\xdef\\a{x}\\a',
    '\\let\\a=x\\a',
    '\\futurelet\\a xy',
    '\\global\\def\\a{x}\\a',
    '\\long\\def\\a{x}\\a',
    '\\newcommand\\a{x}\\a',
    '\\renewcommand\\frac{x}\\frac',
    '\\providecommand\\a{x}\\a',
    '\\mathrm{\\def\\a{x}\\a}',
    '\\text{$\\def\\a{x}\\a$}',
  ])('refuses a formula that defines commands, whatever they are: %s', (tex) => {
    expect(() => typesetMath(tex, false)).toThrow(/^不接受命令 \\\w+$/)
  })

  it('takes a line end before the letters of a command', () => {
    expect(JSON.stringify(typesetMath('\\begin{matrix}a\\\\def\\end{matrix}', true))).toContain(
      '["mi",{},"d"]',
    )
  })

  it('refuses what is too long', () => {
    expect(() => typesetMath('x'.repeat(maxFormulaLength), false)).not.toThrow()
    expect(() => typesetMath('x'.repeat(maxFormulaLength + 1), false)).toThrow(
      '共 601 个字符，最多 600 个，请拆成几个公式',
    )
  })

  it('refuses elements that stand too deep within each other', () => {
    const nested = (depth: number) => `${'\\bar{'.repeat(depth)}x${'}'.repeat(depth)}`
    expect(() => typesetMath(nested(15), false)).not.toThrow()
    expect(() => typesetMath(nested(80), false)).toThrow('嵌套太深，最多 64 层')
  })
})
