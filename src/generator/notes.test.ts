import { describe, expect, it } from 'vitest'
import { cardsOf, problemsOf, sidesOf } from '#tests/support/cards-of-notes.ts'
import { maxCardsInPrivatePack } from '#contract/limits.ts'
import { cardsFromNotes } from './notes.ts'

/** Whole pages of notes, as students write and paste them. */

describe('headings and lists', () => {
  it('asks for the list below a heading', () => {
    expect(cardsOf('# 生物\n## 光合作用的条件\n- 光\n- 叶绿素\n- 酶')).toEqual([
      { front: '光合作用的条件', back: '- 光\n- 叶绿素\n- 酶', chapter: '生物' },
    ])
  })

  it('asks for each item that says by itself what it is', () => {
    expect(cardsOf('## 细胞器\n- 线粒体：有氧呼吸\n- 叶绿体：光合作用')).toEqual([
      { front: '线粒体', back: '有氧呼吸', chapter: '细胞器' },
      { front: '叶绿体', back: '光合作用', chapter: '细胞器' },
    ])
  })

  it('asks for what follows a colon, and for the paragraph below a heading', () => {
    expect(
      sidesOf('三大营养物质：\n1. 糖类\n2. 脂质\n呼吸作用：分解有机物\n\n## 光合作用\n绿色植物制造有机物。'),
    ).toEqual([
      ['三大营养物质', '1. 糖类\n2. 脂质'],
      ['呼吸作用', '分解有机物'],
      ['光合作用', '绿色植物制造有机物。'],
    ])
  })

  it('names the items of a list within a list by what they are part of', () => {
    expect(
      sidesOf('- 细胞\n  - 细胞膜：控制物质进出\n  - 细胞核：遗传信息库\n- 组织\n  - 上皮组织\n  - 肌肉组织'),
    ).toEqual([
      ['细胞 · 细胞膜', '控制物质进出'],
      ['细胞 · 细胞核', '遗传信息库'],
      ['组织', '- 上皮组织\n- 肌肉组织'],
    ])
  })

  it('knows Chinese chapters, counted headings and bold titles', () => {
    const chapters = cardsOf(
      '第一章  力学\n力：物体间的作用\n二、运动\n速度：快慢\n（一）匀速\n路程：长短\n1.1 加速\n加速度：变化\n**四、能量**\n功：积累\n【重点】\n热：传递',
    ).map(({ chapter }) => chapter)
    expect(chapters).toEqual(['第一章 力学', '运动', '匀速', '加速', '能量', '重点'])
  })

  it('distinguishes two cards of the same front by their headings', () => {
    expect(sidesOf('# 甲午战争\n结局：战败\n# 辛亥革命\n结局：成功')).toEqual([
      ['甲午战争 · 结局', '战败'],
      ['辛亥革命 · 结局', '成功'],
    ])
  })
})

describe('tables', () => {
  it("reads Markdown's", () => {
    expect(sidesOf('| 单词 | 释义 |\n|:--|--|\n| a\\|b | 或 |\n| $|x|$ | 绝对值 |')).toEqual([
      ['a|b', '或'],
      ['$|x|$', '绝对值'],
    ])
  })

  it("reads what is pasted from Word, with its columns' names", () => {
    expect(cardsOf('序号\t朝代\t开国皇帝\t都城\n1\t秦\t嬴政\t咸阳\n2\t西汉\t刘邦\t长安')).toEqual([
      { front: '秦', back: '- 开国皇帝：嬴政\n- 都城：咸阳' },
      { front: '西汉', back: '- 开国皇帝：刘邦\n- 都城：长安' },
    ])
    expect(sidesOf('单词\t释义\nabandon\t放弃')).toEqual([['abandon', '放弃']])
  })

  it('reports a row that lacks a side', () => {
    expect(problemsOf('| 单词 | 释义 |\n|--|--|\n| 空 | |\n| a | b |')).toEqual([[3, '空']])
  })
})

describe('messy notes', () => {
  it('leaves out page numbers, rules and what is printed on every sheet', () => {
    expect(
      sidesOf(
        '\uFEFF姓名：        班级：\r\n\r\n - 1 -\r\n　　光合作用　：　　制造有机物　　\r\n第 3 页 共 10 页\r\n----------\r\n\u200B•\t呼吸作用\u00A0：分解有机物\r12\r3/10\r Page 4 of 10',
      ),
    ).toEqual([
      ['光合作用', '制造有机物'],
      ['呼吸作用', '分解有机物'],
    ])
  })

  it('makes a card once, however often it stands there', () => {
    expect(sidesOf('细胞：基本单位\n细胞：基本单位\n- 细胞: 基本单位')).toEqual([['细胞', '基本单位']])
  })

  it('leaves markup as the text that it was', () => {
    expect(
      sidesOf(
        '<b>粗体</b>：<script>alert(1)</script>\n图片：![猫](http://x.cn/a.png)的照片\n第一行：甲<br>乙',
      ),
    ).toEqual([
      ['\\<b>粗体\\</b>', '\\<script>alert(1)\\</script>'],
      ['图片', '猫的照片'],
      ['第一行', '甲\n乙'],
    ])
  })

  it('names the lines that it does not understand, and makes nothing of nothing', () => {
    expect(problemsOf('注意：单位')).toEqual([[1, '注意：单位']])
    expect(problemsOf('今天天气很好\n细胞：基本单位\n\n明天再学')).toEqual([
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

  it('reports lines that are too long', () => {
    const { cards: made, problems: left } = cardsFromNotes(`细胞：${'长'.repeat(5000)}\n酶：有机物`)
    expect(made).toHaveLength(1)
    expect(left).toMatchObject([{ line: 1, reason: 'too_long' }])
    expect(Array.from(left[0]?.text ?? '')).toHaveLength(80)
  })

  it('reports an answer of too many lines, or of too much format, and keeps the other cards', () => {
    const verse = `问：全诗\n答：\n${'一行诗\n'.repeat(130)}\n\n酶：有机物`
    expect(cardsFromNotes(verse)).toMatchObject({
      cards: [{ front: '酶' }],
      problems: [{ line: 1, text: '全诗', reason: 'too_long' }],
    })
    expect(cardsFromNotes(`花边：${'*~'.repeat(300)}x\n酶：有机物`)).toMatchObject({
      cards: [{ front: '酶' }],
      problems: [{ line: 1, reason: 'too_long' }],
    })
  })
})

describe('what students paste', () => {
  const fronts = (text: string) => cardsFromNotes(text).cards.map(({ front, back }) => `${front} | ${back}`)

  it('makes a card of a term below the answer of a question', () => {
    expect(
      fronts('问：水的化学式是什么？\n答：H₂O\n细胞膜：控制物质进出\n细胞核：控制细胞的生命活动'),
    ).toEqual(['水的化学式是什么？ | H₂O', '细胞膜 | 控制物质进出', '细胞核 | 控制细胞的生命活动'])
  })

  it('keeps the parts of an answer together', () => {
    expect(fronts('问：有什么意义？\n答：有两点。\n第一：结束分裂\n第二：开创制度\n意义：深远')).toHaveLength(
      1,
    )
  })

  it('asks for the word alone where its phrase stands in a column of its own', () => {
    expect(fronts('cat n. 猫\nattention n. 注意；专心  pay attention to\ndog n. 狗')[1]).toBe(
      'attention | n. 注意；专心\npay attention to',
    )
  })

  it('mends what a photographed page was read as', () => {
    const text =
      'l. 细胞膜：控制物 质进出\n2 . 细胞核一一控制中心，含有遗传 物质\nP.23\n5。叶绿体：光合作用 的场所'
    expect(fronts(text)).toEqual([
      '细胞膜 | 控制物质进出',
      '细胞核 | 控制中心，含有遗传物质',
      '叶绿体 | 光合作用的场所',
    ])
    expect(cardsFromNotes(text).problems).toEqual([])
    expect(fronts('代表作：静夜思 望庐山瀑布')).toEqual(['代表作 | 静夜思 望庐山瀑布'])
  })

  it('says of a general word what it belongs to', () => {
    expect(fronts('# 秦灭六国\n顺序：韩赵魏楚燕齐\n中央：三公九卿')).toEqual([
      '秦灭六国 · 顺序 | 韩赵魏楚燕齐',
      '秦灭六国 · 中央 | 三公九卿',
    ])
  })
})
