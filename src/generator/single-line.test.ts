import { describe, expect, it } from 'vitest'
import { cardsOf, problemsOf, sidesOf } from '#tests/support/cards-of-notes.ts'

/** Lines that are cards by themselves, as students write them. */

describe('lines with a sign between term and definition', () => {
  it('reads colons, dashes, equals signs and tabs', () => {
    expect(
      sidesOf(
        '光合作用：绿色植物利用光能\n细胞: 生命活动的基本单位\n《静夜思》——李白\npH - 酸碱度\nwater-水\n速度 = 路程 ÷ 时间\n苹果\tapple',
      ),
    ).toEqual([
      ['光合作用', '绿色植物利用光能'],
      ['细胞', '生命活动的基本单位'],
      ['《静夜思》', '李白'],
      ['pH', '酸碱度'],
      ['water', '水'],
      ['速度', '路程 ÷ 时间'],
      ['苹果', 'apple'],
    ])
  })

  it('does not split times, ratios, addresses, asides and comparisons', () => {
    const notes = [
      '开会时间 8:30',
      '比例 1:2 的图',
      'https://example.com/a',
      '他——我的父亲——走了',
      'a <= b',
      '（注：略）',
    ]
    for (const line of notes) expect(problemsOf(line)).toEqual([[1, line]])
  })

  it('splits at the sign that is in no bracket, quotation or formula', () => {
    expect(sidesOf('质能方程（英文：formula）：$E=mc^2$\n“仁：爱人”：出自《论语：颜渊》')).toEqual([
      ['质能方程（英文：formula）', '$E=mc^2$'],
      ['“仁：爱人”', '出自《论语：颜渊》'],
    ])
  })

  it('takes the emphasis off a term', () => {
    expect(
      sidesOf('**酶**：有催化作用的**有机物**\n**盐:** 由金属离子构成\n【细胞】生命活动的基本单位'),
    ).toEqual([
      ['酶', '有催化作用的**有机物**'],
      ['盐', '由金属离子构成'],
      ['细胞', '生命活动的基本单位'],
    ])
  })

  it('joins a definition that was broken at the edge of the page', () => {
    expect(sidesOf('光合作用：绿色植物利用光能，把二氧化碳和水\n转化为有机物。\n细胞：基本单位')).toEqual([
      ['光合作用', '绿色植物利用光能，把二氧化碳和水\n转化为有机物。'],
      ['细胞', '基本单位'],
    ])
  })

  it('adds explanations and hints to the card before them', () => {
    expect(cardsOf('赤壁之战：208年\n解析：孙刘联军以少胜多\n提示：三国\n注：见课本')).toEqual([
      { front: '赤壁之战', back: '208年', explanation: '孙刘联军以少胜多\n见课本', hint: '三国' },
    ])
  })
})

describe('history', () => {
  it('reads dates with what happened then', () => {
    expect(
      sidesOf(
        '公元前221年 秦统一六国\n1840—1842年 第一次鸦片战争\n1911年10月10日，武昌起义爆发\n1919年：五四运动\n1937年7月7日卢沟桥事变\n1950-1953 抗美援朝\n19世纪60年代 洋务运动开始',
      ),
    ).toEqual([
      ['公元前221年', '秦统一六国'],
      ['1840—1842年', '第一次鸦片战争'],
      ['1911年10月10日', '武昌起义爆发'],
      ['1919年', '五四运动'],
      ['1937年7月7日', '卢沟桥事变'],
      ['1950-1953', '抗美援朝'],
      ['19世纪60年代', '洋务运动开始'],
    ])
  })

  it('names what a general word is about by its heading', () => {
    expect(cardsOf('# 近代史\n## 辛亥革命\n时间：1911年\n领导人：孙中山')).toEqual([
      { front: '辛亥革命 · 时间', back: '1911年', chapter: '辛亥革命' },
      { front: '领导人', back: '孙中山', chapter: '辛亥革命' },
    ])
  })
})

describe('languages and formulas', () => {
  it('reads word lists', () => {
    expect(
      sidesOf(
        'abandon v. 放弃；抛弃\nability /əˈbɪləti/ n. 能力\nlook forward to 期待\ntake-off 起飞\ngorgeous adj. 华丽的\n苹果 apple\nneither   两者都不',
      ),
    ).toEqual([
      ['abandon', 'v. 放弃；抛弃'],
      ['ability', '/əˈbɪləti/ n. 能力'],
      ['look forward to', '期待'],
      ['take-off', '起飞'],
      ['gorgeous', 'adj. 华丽的'],
      ['苹果', 'apple'],
      ['neither', '两者都不'],
    ])
  })

  it('takes no sentence for a word', () => {
    expect(problemsOf('DNA 分子由两条链组成。\n床前明月光，疑是地上霜')).toHaveLength(2)
  })

  it('reads formulas and reactions', () => {
    expect(
      sidesOf(
        '氢气 H2\n硫酸　　H₂SO₄\n2H2 + O2 =(点燃)= 2H2O\nFe + CuSO4 → FeSO4 + Cu\n圆的面积 S = πr²\n勾股定理：$a^2+b^2=c^2$',
      ),
    ).toEqual([
      ['氢气', 'H2'],
      ['硫酸', 'H₂SO₄'],
      ['2H2 + O2 (点燃)', '2H2O'],
      ['Fe + CuSO4', 'FeSO4 + Cu'],
      ['圆的面积', 'S = πr²'],
      ['勾股定理', '$a^2+b^2=c^2$'],
    ])
  })

  it('keeps a formula of several lines in one piece', () => {
    expect(sidesOf('勾股定理：\n$$\na^2+b^2=c^2\n$$')).toEqual([['勾股定理', '$$\na^2+b^2=c^2\n$$']])
  })
})

describe('clozes', () => {
  it('asks for each within its sentence', () => {
    expect(
      sidesOf('辛亥革命爆发于**1911**年，由【孙中山】领导。它推翻了**清王朝**。没有填空的句子。'),
    ).toEqual([
      ['辛亥革命爆发于 ____ 年，由孙中山领导。', '辛亥革命爆发于**1911**年，由孙中山领导。'],
      ['辛亥革命爆发于1911年，由 ____ 领导。', '辛亥革命爆发于1911年，由**孙中山**领导。'],
      ['它推翻了 ____ 。', '它推翻了**清王朝**。'],
    ])
  })

  it("reads Anki's, those of one number together, with hints and formulas", () => {
    expect(sidesOf('{{c1::氢}}和{{c1::氧}}生成{{c2::水::液体}}，即 {{c3::$H_2O$}}')).toEqual([
      ['____ 和 ____ 生成水，即 $H_2O$', '**氢**和**氧**生成水，即 $H_2O$'],
      ['氢和氧生成 ____ （液体），即 $H_2O$', '氢和氧生成**水**，即 $H_2O$'],
      ['氢和氧生成水，即 ____', '氢和氧生成水，即 **$H_2O$**'],
    ])
  })

  it('does not ask for a line that is nothing else', () => {
    expect(problemsOf('{{c1::全部}}')).toEqual([[1, '{{c1::全部}}']])
  })
})
