import { describe, expect, it } from 'vitest'
import { CardMarkdownError, maxMarkdownLength, parseCardMarkdown } from './card-markdown.ts'
import type { MathNode } from './card-text.ts'

const typeset = (tex: string, display: boolean): MathNode => [
  'math',
  display ? { display: 'block' } : {},
  tex,
]
const parse = (source: string) => parseCardMarkdown(source, typeset)
const paragraph = (...children: object[]) => ({ type: 'paragraph', children })
const text = (value: string) => ({ type: 'text', text: value })

const errorOf = (source: string): CardMarkdownError => {
  try {
    parse(source)
  } catch (error) {
    if (error instanceof CardMarkdownError) return error
    throw error
  }
  throw new Error('accepted')
}

describe('card Markdown', () => {
  it('reads paragraphs, and keeps the line breaks of the author', () => {
    expect(parse('床前明月光\n疑是地上霜\n\n下一句？')).toEqual([
      paragraph(text('床前明月光'), { type: 'break' }, text('疑是地上霜')),
      paragraph(text('下一句？')),
    ])
  })

  it('reads bold, italic and code', () => {
    expect(parse('**粗**与*斜*与`a<b`')).toEqual([
      paragraph(
        { type: 'strong', children: [text('粗')] },
        text('与'),
        { type: 'emphasis', children: [text('斜')] },
        text('与'),
        { type: 'code', text: 'a<b' },
      ),
    ])
  })

  it('reads ruby, also in bold', () => {
    expect(parse('读作{汉字|hàn zì}。**{好|hǎo}**')).toEqual([
      paragraph(text('读作'), { type: 'ruby', base: '汉字', reading: 'hàn zì' }, text('。'), {
        type: 'strong',
        children: [{ type: 'ruby', base: '好', reading: 'hǎo' }],
      }),
    ])
  })

  it('leaves braces alone that are no ruby', () => {
    expect(parse('{a} {|b} {c|}')).toEqual([paragraph(text('{a} {|b} {c|}'))])
  })

  it('typesets formulas in the line and alone', () => {
    expect(parse('设 $x$\n\n$$y$$\n\n$$\nz\n$$')).toEqual([
      paragraph(text('设 '), { type: 'math', tex: 'x', math: ['math', {}, 'x'] }),
      { type: 'math-block', tex: 'y', math: ['math', { display: 'block' }, 'y'] },
      { type: 'math-block', tex: 'z', math: ['math', { display: 'block' }, 'z'] },
    ])
  })

  it('keeps a formula that fills its paragraph in the line when it has single dollars', () => {
    expect(parse('$x$')).toEqual([paragraph({ type: 'math', tex: 'x', math: ['math', {}, 'x'] })])
  })

  it('reads lists, quotes and tables', () => {
    expect(parse('1. 一\n2. 二')).toEqual([
      { type: 'list', ordered: true, items: [[paragraph(text('一'))], [paragraph(text('二'))]] },
    ])
    expect(parse('> 学而时习之')).toEqual([{ type: 'quote', children: [paragraph(text('学而时习之'))] }])
    expect(parse('| 朝代 | 年 |\n|---|---|\n| {唐\\|táng} | 618 |')).toEqual([
      {
        type: 'table',
        rows: [
          [[text('朝代')], [text('年')]],
          [[{ type: 'ruby', base: '唐', reading: 'táng' }], [text('618')]],
        ],
      },
    ])
  })

  it('turns a heading into a bold paragraph and a code block into code lines', () => {
    expect(parse('# 标题')).toEqual([paragraph({ type: 'strong', children: [text('标题')] })])
    expect(parse('```\na\nb\n```')).toEqual([
      paragraph({ type: 'code', text: 'a' }, { type: 'break' }, { type: 'code', text: 'b' }),
    ])
  })

  it('keeps the words of a link and drops its address', () => {
    expect(parse('见[这里](javascript:alert(1))和<https://example.com>')).toEqual([
      paragraph(text('见这里和https://example.com')),
    ])
  })

  it.each([
    ['第一行\n\n<script>alert(1)</script>', 3],
    ['a\n<img src=x onerror=alert(1)> b', 2],
    ['- 一\n- 二 <b onclick="x">粗</b>', 2],
    ['<!-- 注释 -->', 1],
    ['> 引用\n> <iframe src="//x">', 2],
  ])('refuses HTML with its line: %s', (source, line) => {
    expect(errorOf(source)).toMatchObject({ line, message: '不接受 HTML' })
  })

  it('refuses images', () => {
    expect(errorOf('a\n\n![x](https://example.com/x.png)')).toMatchObject({ line: 3, message: '不接受图片' })
  })

  it('shows markup that Markdown does not take for HTML as characters', () => {
    expect(parse('a < b，\\<script>，&lt;b&gt;')).toEqual([paragraph(text('a < b，<script>，<b>'))])
  })

  it('names the line of a formula that cannot be typeset', () => {
    const broken = () =>
      parseCardMarkdown('好\n\n设 $\\frac$', () => {
        throw new Error('缺参数')
      })
    expect(broken).toThrow(expect.objectContaining({ line: 3, message: '公式有误：缺参数' }))
  })

  it('refuses what is too long or too deep instead of hanging', () => {
    expect(errorOf('长'.repeat(maxMarkdownLength + 1)).message).toContain('太长')
    expect(errorOf('>'.repeat(200)).message).toContain('嵌套太深')
    expect(errorOf(`${'- '.repeat(50)}x`).message).toContain('嵌套太深')
  })

  it.each([
    ['emphasis in emphasis', `${' *a'.repeat(17)}${'*'.repeat(17)}`, '粗体、斜体嵌套太深，最多 16 层'],
    ['emphasis without end', ' *a'.repeat(999), '格式符号（如 * _ # | $）共 999 个'],
    [
      'underscores on both sides',
      `${'_'.repeat(1900)}a${'_'.repeat(1900)}`,
      '格式符号（如 * _ # | $）共 1900 个',
    ],
    ['a list in one line', '1. '.repeat(1300), '格式符号（如 * _ # | $）共 1300 个'],
    ['lists below each other', '- a\n'.repeat(300), '共 301 行，最多 120 行，请分成几张卡片'],
    ['carriage returns', 'a\r'.repeat(300), '共 301 行'],
    ['a wide table', `${'|a'.repeat(300)}\n${'|-'.repeat(300)}`, '格式符号'],
    ['dollars', Array.from({ length: 60 }, (_, index) => '$'.repeat(index + 1)).join(' a '), '格式符号'],
    ['many formulas', `$${'x'.repeat(590)}$ `.repeat(3), '公式一共最多 1500 个字符，请分成几张卡片'],
  ])('refuses what would take its parsers too long: %s', (_, source, message) => {
    expect(source.length).toBeLessThanOrEqual(maxMarkdownLength)
    expect(errorOf(source).message).toContain(message)
  })

  it('takes prose of full length, and more format than anybody writes', () => {
    expect(() => parse('光合作用，'.repeat(800))).not.toThrow()
    expect(() => parse('**甲**：$x$\n'.repeat(60))).not.toThrow()
    expect(() => parse(`填空：${'________'.repeat(90)}`)).not.toThrow()
    expect(() => parse(`${' *a'.repeat(16)}${'*'.repeat(16)}`)).not.toThrow()
  })

  it('is empty for white space', () => {
    expect(parse(' \n\n ')).toEqual([])
  })
})
