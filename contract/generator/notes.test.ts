import { describe, expect, it } from 'vitest'
import { maxCardsInPrivatePack } from '../limits.ts'
import type { DraftCard } from './generator.ts'
import { cardsFromNotes } from './notes.ts'

/** Notes as students write and paste them. */

const cards = (notes: string): DraftCard[] => {
  const generation = cardsFromNotes(notes)
  expect(generation.problems).toEqual([])
  return generation.cards
}
const sides = (notes: string): [string, string][] => cards(notes).map(({ front, back }) => [front, back])
const problems = (notes: string): [number, string][] =>
  cardsFromNotes(notes).problems.map(({ line, text }) => [line, text])

describe('lines with a sign between term and definition', () => {
  it('reads colons, dashes, equals signs and tabs', () => {
    expect(
      sides(
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
    for (const line of notes) expect(problems(line)).toEqual([[1, line]])
  })

  it('splits at the sign that is in no bracket, quotation or formula', () => {
    expect(sides('质能方程（英文：formula）：$E=mc^2$\n“仁：爱人”：出自《论语：颜渊》')).toEqual([
      ['质能方程（英文：formula）', '$E=mc^2$'],
      ['“仁：爱人”', '出自《论语：颜渊》'],
    ])
  })

  it('takes the emphasis off a term', () => {
    expect(
      sides('**酶**：有催化作用的**有机物**\n**盐:** 由金属离子构成\n【细胞】生命活动的基本单位'),
    ).toEqual([
      ['酶', '有催化作用的**有机物**'],
      ['盐', '由金属离子构成'],
      ['细胞', '生命活动的基本单位'],
    ])
  })

  it('joins a definition that was broken at the edge of the page', () => {
    expect(sides('光合作用：绿色植物利用光能，把二氧化碳和水\n转化为有机物。\n细胞：基本单位')).toEqual([
      ['光合作用', '绿色植物利用光能，把二氧化碳和水\n转化为有机物。'],
      ['细胞', '基本单位'],
    ])
  })

  it('adds explanations and hints to the card before them', () => {
    expect(cards('赤壁之战：208年\n解析：孙刘联军以少胜多\n提示：三国\n注：见课本')).toEqual([
      { front: '赤壁之战', back: '208年', explanation: '孙刘联军以少胜多\n见课本', hint: '三国' },
    ])
  })
})

describe('history', () => {
  it('reads dates with what happened then', () => {
    expect(
      sides(
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
    expect(cards('# 近代史\n## 辛亥革命\n时间：1911年\n领导人：孙中山')).toEqual([
      { front: '辛亥革命 · 时间', back: '1911年', chapter: '辛亥革命' },
      { front: '领导人', back: '孙中山', chapter: '辛亥革命' },
    ])
  })
})

describe('languages and formulas', () => {
  it('reads word lists', () => {
    expect(
      sides(
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
    expect(problems('DNA 分子由两条链组成。\n床前明月光，疑是地上霜')).toHaveLength(2)
  })

  it('reads formulas and reactions', () => {
    expect(
      sides(
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
    expect(sides('勾股定理：\n$$\na^2+b^2=c^2\n$$')).toEqual([['勾股定理', '$$\na^2+b^2=c^2\n$$']])
  })
})

describe('questions and answers', () => {
  it('reads labels in Chinese and English', () => {
    expect(
      sides(
        '问：光速是多少\n答：约 $3\\times10^8$ m/s\n\nQ: Capital of France?\nA: Paris\nQ2：地球的卫星\nA2：月球'.replace(
          'A2',
          'A',
        ),
      ),
    ).toEqual([
      ['光速是多少', '约 $3\\times10^8$ m/s'],
      ['Capital of France?', 'Paris'],
      ['地球的卫星', '月球'],
    ])
  })

  it('reads an exam sheet with the answers below the questions', () => {
    const sheet = `一、选择题（每题 3 分）
1. 中国的首都是（  ）
A. 上海   B. 北京
C. 广州   D. 深圳
答案：B
解析：北京是中华人民共和国的首都。

2、光合作用的场所：（  ）
答：叶绿体

二、简答题
3. 简述辛亥革命的意义。
答案：
1. 推翻了清王朝
2. 结束了君主专制
4. 什么是光合作用？
绿色植物利用光能，
制造有机物。`
    expect(cards(sheet)).toEqual([
      {
        front: '中国的首都是（ ）\nA. 上海 B. 北京\nC. 广州 D. 深圳',
        back: 'B',
        explanation: '北京是中华人民共和国的首都。',
        chapter: '选择题（每题 3 分）',
      },
      { front: '光合作用的场所：（ ）', back: '叶绿体', chapter: '选择题（每题 3 分）' },
      { front: '简述辛亥革命的意义。', back: '1. 推翻了清王朝\n2. 结束了君主专制', chapter: '简答题' },
      { front: '什么是光合作用？', back: '绿色植物利用光能，\n制造有机物。', chapter: '简答题' },
    ])
  })

  it('reads an exam sheet with the answers at its end', () => {
    expect(
      sides(
        '1. 《静夜思》的作者是（  ）\n2. 水的化学式是____\n3. 最长的河流是\n参考答案\n1. 李白  2. H2O\n3. 尼罗河',
      ),
    ).toEqual([
      ['《静夜思》的作者是（ ）', '李白'],
      ['水的化学式是____', 'H2O'],
      ['最长的河流是', '尼罗河'],
    ])
    expect(sides('1. 甲\nA. 一\nB. 二\n2. 乙\n3. 丙\n答案：\n1-3 ABA')).toEqual([
      ['甲\nA. 一\nB. 二', 'A'],
      ['乙', 'B'],
      ['丙', 'A'],
    ])
  })

  it('reads a question with its answer in the line, and one above a list', () => {
    expect(sides('什么是细胞？生命活动的基本单位\n三原色是哪三种？\n- 红\n- 绿\n- 蓝')).toEqual([
      ['什么是细胞？', '生命活动的基本单位'],
      ['三原色是哪三种？', '- 红\n- 绿\n- 蓝'],
    ])
  })

  it('tells of a question that nothing answers', () => {
    expect(problems('问：为什么？\n\n细胞：基本单位\n1. 为什么？\n2. 怎么办？')).toEqual([
      [1, '为什么？'],
      [4, '1. 为什么？'],
      [5, '2. 怎么办？'],
    ])
  })
})

describe('headings and lists', () => {
  it('asks for the list below a heading', () => {
    expect(cards('# 生物\n## 光合作用的条件\n- 光\n- 叶绿素\n- 酶')).toEqual([
      { front: '光合作用的条件', back: '- 光\n- 叶绿素\n- 酶', chapter: '生物' },
    ])
  })

  it('asks for each item that says by itself what it is', () => {
    expect(cards('## 细胞器\n- 线粒体：有氧呼吸\n- 叶绿体：光合作用')).toEqual([
      { front: '线粒体', back: '有氧呼吸', chapter: '细胞器' },
      { front: '叶绿体', back: '光合作用', chapter: '细胞器' },
    ])
  })

  it('asks for what follows a colon, and for the paragraph below a heading', () => {
    expect(
      sides('三大营养物质：\n1. 糖类\n2. 脂质\n呼吸作用：分解有机物\n\n## 光合作用\n绿色植物制造有机物。'),
    ).toEqual([
      ['三大营养物质', '1. 糖类\n2. 脂质'],
      ['呼吸作用', '分解有机物'],
      ['光合作用', '绿色植物制造有机物。'],
    ])
  })

  it('names the items of a list within a list by what they are part of', () => {
    expect(
      sides('- 细胞\n  - 细胞膜：控制物质进出\n  - 细胞核：遗传信息库\n- 组织\n  - 上皮组织\n  - 肌肉组织'),
    ).toEqual([
      ['细胞 · 细胞膜', '控制物质进出'],
      ['细胞 · 细胞核', '遗传信息库'],
      ['组织', '- 上皮组织\n- 肌肉组织'],
    ])
  })

  it('knows Chinese chapters, counted headings and bold titles', () => {
    const chapters = cards(
      '第一章 力学\n力：物体间的作用\n二、运动\n速度：快慢\n（一）匀速\n路程：长短\n1.1 加速\n加速度：变化\n**能量**\n功：积累',
    ).map(({ chapter }) => chapter)
    expect(chapters).toEqual(['第一章 力学', '运动', '匀速', '加速', '能量'])
  })

  it('tells two cards of the same front apart by their headings', () => {
    expect(sides('# 甲午战争\n结局：战败\n# 辛亥革命\n结局：成功')).toEqual([
      ['甲午战争 · 结局', '战败'],
      ['辛亥革命 · 结局', '成功'],
    ])
  })
})

describe('tables', () => {
  it("reads Markdown's", () => {
    expect(sides('| 单词 | 释义 |\n|:--|--|\n| a\\|b | 或 |\n| $|x|$ | 绝对值 |')).toEqual([
      ['a|b', '或'],
      ['$|x|$', '绝对值'],
    ])
  })

  it("reads what is pasted from Word, with its columns' names", () => {
    expect(cards('序号\t朝代\t开国皇帝\t都城\n1\t秦\t嬴政\t咸阳\n2\t西汉\t刘邦\t长安')).toEqual([
      { front: '秦', back: '- 开国皇帝：嬴政\n- 都城：咸阳' },
      { front: '西汉', back: '- 开国皇帝：刘邦\n- 都城：长安' },
    ])
    expect(sides('单词\t释义\nabandon\t放弃')).toEqual([['abandon', '放弃']])
  })

  it('tells of a row that lacks a side', () => {
    expect(problems('| 单词 | 释义 |\n|--|--|\n| 空 | |\n| a | b |')).toEqual([[3, '空']])
  })
})

describe('clozes', () => {
  it('asks for each within its sentence', () => {
    expect(sides('辛亥革命爆发于**1911**年，由【孙中山】领导。它推翻了**清王朝**。没有填空的句子。')).toEqual(
      [
        ['辛亥革命爆发于 ____ 年，由孙中山领导。', '辛亥革命爆发于**1911**年，由孙中山领导。'],
        ['辛亥革命爆发于1911年，由 ____ 领导。', '辛亥革命爆发于1911年，由**孙中山**领导。'],
        ['它推翻了 ____ 。', '它推翻了**清王朝**。'],
      ],
    )
  })

  it("reads Anki's, those of one number together, with hints and formulas", () => {
    expect(sides('{{c1::氢}}和{{c1::氧}}生成{{c2::水::液体}}，即 {{c3::$H_2O$}}')).toEqual([
      ['____ 和 ____ 生成水，即 $H_2O$', '**氢**和**氧**生成水，即 $H_2O$'],
      ['氢和氧生成 ____ （液体），即 $H_2O$', '氢和氧生成**水**，即 $H_2O$'],
      ['氢和氧生成水，即 ____', '氢和氧生成水，即 **$H_2O$**'],
    ])
  })

  it('does not ask for a line that is nothing else', () => {
    expect(problems('{{c1::全部}}')).toEqual([[1, '{{c1::全部}}']])
  })
})

describe('messy notes', () => {
  it('leaves out page numbers, rules and what is printed on every sheet', () => {
    expect(
      sides(
        '\uFEFF姓名：        班级：\r\n\r\n - 1 -\r\n　　光合作用　：　　制造有机物　　\r\n第 3 页 共 10 页\r\n----------\r\n\u200B•\t呼吸作用\u00A0：分解有机物\r12\r3/10\r Page 4 of 10',
      ),
    ).toEqual([
      ['光合作用', '制造有机物'],
      ['呼吸作用', '分解有机物'],
    ])
  })

  it('makes a card once, however often it stands there', () => {
    expect(sides('细胞：基本单位\n细胞：基本单位\n- 细胞: 基本单位')).toEqual([['细胞', '基本单位']])
  })

  it('leaves markup as the text that it was', () => {
    expect(
      sides('<b>粗体</b>：<script>alert(1)</script>\n图片：![猫](http://x.cn/a.png)的照片\n第一行：甲<br>乙'),
    ).toEqual([
      ['\\<b>粗体\\</b>', '\\<script>alert(1)\\</script>'],
      ['图片', '猫的照片'],
      ['第一行', '甲\n乙'],
    ])
  })

  it('names the lines that it does not understand, and makes nothing of nothing', () => {
    expect(problems('今天天气很好\n细胞：基本单位\n\n明天再学')).toEqual([
      [1, '今天天气很好'],
      [4, '明天再学'],
    ])
    for (const text of ['', ' \n\t\n', '：', '=', '**', '$$', '```'])
      expect(cardsFromNotes(text).cards).toEqual([])
  })

  it('stops at a full pack and says where', () => {
    const lines = Array.from({ length: maxCardsInPrivatePack + 5 }, (_, index) => `词${index}：义${index}`)
    const generation = cardsFromNotes(lines.join('\n'))
    expect(generation.cards).toHaveLength(maxCardsInPrivatePack)
    expect(generation.problems).toEqual([{ line: 1001, text: '词1000', reason: 'over_limit' }])
  })

  it('tells of lines that are too long', () => {
    const { cards: made, problems: left } = cardsFromNotes(`细胞：${'长'.repeat(5000)}\n酶：有机物`)
    expect(made).toHaveLength(1)
    expect(left).toMatchObject([{ line: 1, reason: 'too_long' }])
    expect([...left[0]!.text]).toHaveLength(80)
  })
})
