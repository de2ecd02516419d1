import { describe, expect, it } from 'vitest'
import { cardsOf, problemsOf, sidesOf } from '#tests/support/cards-of-notes.ts'

/** Questions and exam sheets, as students copy them. */

describe('questions and answers', () => {
  it('reads labels in Chinese and English', () => {
    expect(
      sidesOf(
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
    expect(cardsOf(sheet)).toEqual([
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
      sidesOf(
        '1. 《静夜思》的作者是（  ）\n2. 水的化学式是____\n3. 最长的河流是\n参考答案\n1. 李白  2. H2O\n3. 尼罗河',
      ),
    ).toEqual([
      ['《静夜思》的作者是（ ）', '李白'],
      ['水的化学式是____', 'H2O'],
      ['最长的河流是', '尼罗河'],
    ])
    expect(sidesOf('1. 甲\nA. 一\nB. 二\n2. 乙\n3. 丙\n答案：\n1-3 ABA')).toEqual([
      ['甲\nA. 一\nB. 二', 'A'],
      ['乙', 'B'],
      ['丙', 'A'],
    ])
  })

  it('reads a question with its answer in the line, and one above a list', () => {
    expect(sidesOf('什么是细胞？生命活动的基本单位\n三原色是哪三种？\n- 红\n- 绿\n- 蓝')).toEqual([
      ['什么是细胞？', '生命活动的基本单位'],
      ['三原色是哪三种？', '- 红\n- 绿\n- 蓝'],
    ])
  })

  it('reports a question that nothing answers', () => {
    expect(problemsOf('问：为什么？\n\n细胞：基本单位\n1. 为什么？\n2. 怎么办？')).toEqual([
      [1, '为什么？'],
      [4, '1. 为什么？'],
      [5, '2. 怎么办？'],
    ])
  })
})
