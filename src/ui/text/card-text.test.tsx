import { render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mathAttributes, mathTags, type CardText as ContractText } from '#contract/text/card-text.ts'
import { CardText } from './card-text.tsx'
import { formulaAttributes, formulaTags } from './formula.tsx'

const html = (text: unknown) => render(<CardText text={text as ContractText} />).container.innerHTML
const paragraph = (...children: unknown[]) => [{ type: 'paragraph', children }]
const half = ['math', {}, ['mfrac', {}, ['mn', {}, '1'], ['mn', {}, '2']]]

beforeEach(() => vi.stubGlobal('MathMLElement', Element))
afterEach(() => vi.unstubAllGlobals())

describe('a text tree', () => {
  test('words, marks, breaks and code', () => {
    const drawn = html(
      paragraph(
        { type: 'text', text: '天' },
        { type: 'break' },
        { type: 'strong', children: [{ type: 'text', text: '地' }] },
        { type: 'emphasis', children: [{ type: 'text', text: '人' }] },
        { type: 'code', text: 'x' },
      ),
    )
    expect(drawn).toContain('<br>')
    expect(drawn).toContain('<strong>地</strong>')
    expect(drawn).toContain('<em>人</em>')
    expect(drawn).toContain('<code>x</code>')
  })

  test('a line may end between words, also where bold begins, and before no mark', () => {
    const text = [
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: '中国古代' },
          { type: 'strong', children: [{ type: 'text', text: '干支' }] },
          { type: 'text', text: '，纪年' },
        ],
      },
    ]
    expect(html(text)).toContain('<p>中国<wbr>古代<wbr><strong>干支</strong>，纪年</p>')
  })

  test('ruby has its reading, in brackets where ruby is unknown', () => {
    const drawn = html(paragraph({ type: 'ruby', base: '鹳', reading: 'guàn' }))
    expect(drawn).toContain('<ruby>鹳<rp>(</rp><rt lang="zh-Latn">guàn</rt><rp>)</rp></ruby>')
  })

  test('lists, quotes and tables, whose first row is the head', () => {
    const item = paragraph({ type: 'text', text: '一' })
    const cell = [{ type: 'text', text: '格' }]
    const { container } = render(
      <CardText
        text={
          [
            { type: 'list', ordered: true, items: [item, item] },
            { type: 'list', ordered: false, items: [item] },
            { type: 'quote', children: item },
            {
              type: 'table',
              rows: [
                [cell, cell],
                [cell, cell],
              ],
            },
          ] as ContractText
        }
      />,
    )
    expect(container.querySelectorAll('ol > li')).toHaveLength(2)
    expect(container.querySelectorAll('ul > li')).toHaveLength(1)
    expect(container.querySelector('blockquote')?.textContent).toBe('一')
    expect(container.querySelectorAll('th[scope=col]')).toHaveLength(2)
    expect(container.querySelectorAll('tbody td')).toHaveLength(2)
  })

  test('it is Chinese, and English inside it is marked', () => {
    const drawn = html(paragraph({ type: 'text', text: 'go 的过去式' }))
    expect(drawn).toContain('lang="zh-CN"')
    expect(drawn).toContain('<span lang="en">go</span>')
  })

  test('a formula is MathML', () => {
    expect(html(paragraph({ type: 'math', tex: '\\frac12', math: half }))).toContain(
      '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
    )
  })

  test('without MathML the TeX is shown, never figures run together', () => {
    vi.stubGlobal('MathMLElement', undefined)
    expect(html([{ type: 'math-block', tex: '\\frac12', math: half }])).toContain('<code>\\frac12</code>')
  })
})

describe('what no card may bring', () => {
  test.each([
    ['a block', [{ type: 'html', value: '<b>坏</b>' }]],
    ['an inline', paragraph({ type: 'image', url: 'https://example.org/x.png', alt: '坏' })],
    [
      'a link',
      paragraph({ type: 'link', url: 'javascript:alert(1)', children: [{ type: 'text', text: '坏' }] }),
    ],
  ])('%s of an unknown type is not drawn', (_, text) => {
    expect(html(text)).not.toContain('坏')
  })

  test('text that looks like markup stays text', () => {
    const { container } = render(
      <CardText
        text={[{ type: 'paragraph', children: [{ type: 'text', text: '<img src=x onerror=alert(1)>' }] }]}
      />,
    )
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('<img src=x onerror=alert(1)>')
  })

  test.each(['script', 'a', 'annotation-xml', 'semantics', 'maction', 'svg', 'iframe', 'constructor'])(
    'the formula element %s is left out with all it holds',
    (tag) => {
      const drawn = html(
        paragraph({
          type: 'math',
          tex: '',
          math: ['math', {}, [tag, {}, ['mi', {}, 'bad']], ['mi', {}, 'x']],
        }),
      )
      expect(drawn).toContain('<math><mi>x</mi></math>')
    },
  )

  test.each(['href', 'xlink:href', 'style', 'onclick', 'class', 'ref', 'dangerouslySetInnerHTML', 'src'])(
    'the formula attribute %s is left out',
    (name) => {
      const drawn = html(
        paragraph({
          type: 'math',
          tex: '',
          math: ['math', { [name]: 'bad', display: 'block' }, ['mi', {}, 'x']],
        }),
      )
      expect(drawn).toContain('<math display="block"><mi>x</mi></math>')
    },
  )

  test('an attribute that is no text is left out', () => {
    const math = ['math', { display: { toString: () => 'bad' } }, ['mi', {}, 'x']]
    expect(html(paragraph({ type: 'math', tex: '', math }))).toContain('<math><mi>x</mi></math>')
  })
})

test('the kit and the contract list the same elements and attributes', () => {
  expect([...formulaTags].toSorted()).toEqual([...mathTags].toSorted())
  expect([...formulaAttributes].toSorted()).toEqual([...mathAttributes].toSorted())
})
