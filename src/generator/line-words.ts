/** The words by which rules know what a line is for. */

const junk = [
  /^[-=_*~—─.·\s]*$/,
  // Page numbers and what scanners and exam sheets print around the text.
  /^[-–—\s]*\d{1,4}[-–—\s]*$/,
  /^\d{1,4} ?\/ ?\d{1,4}$/,
  /^第 ?\d{1,4} ?页(?:[，,/ ]*共 ?\d{1,4} ?页)?$/,
  /^page \d{1,4}(?: of \d{1,4})?$/i,
  /^p ?\. ?\d{1,4}(?: ?[-–~] ?\d{1,4})?$/i,
  /^(?:姓名|班级|学号|考号|得分)[：:_ ]/,
  /^(?:扫描全能王|由.{0,20}扫描|CamScanner)/,
]

/** Nothing of it belongs on a card. */
export function isJunk(line: string): boolean {
  return junk.some((pattern) => pattern.test(line))
}

const labelled = (names: string): RegExp =>
  new RegExp(`^(?:\\*\\*)?(?:【(?:${names})】|(?:${names}) ?\\d{0,3} ?(?:\\*\\*)?[：:])(?:\\*\\*)? *`, 'i')

const questionLabel = labelled('问|问题|题目|提问|Q|Question')
const answerLabel = labelled('答|答案|参考答案|正确答案|标准答案|Answer|Ans')
const shortAnswerLabel = labelled('A')
const hintLabel = labelled('提示|Hint')
const explanationLabel = labelled('解析|解释|说明|注|注意|备注|分析|点拨|例|例句|例如|Explanation|Note')

export type Label = 'question' | 'answer' | 'shortAnswer' | 'hint' | 'explanation'

const labels: readonly (readonly [Label, RegExp])[] = [
  ['question', questionLabel],
  ['answer', answerLabel],
  ['shortAnswer', shortAnswerLabel],
  ['hint', hintLabel],
  ['explanation', explanationLabel],
]

/** What a line says of itself, and the rest of it. `A:` is an answer only where a question was asked. */
export function readLabel(text: string): { label: Label; rest: string } | undefined {
  for (const [label, pattern] of labels) {
    const found = pattern.exec(text)
    if (found) return { label, rest: text.slice(found[0].length) }
  }
  return undefined
}

/** A. 北京 */
export function isOption(raw: string): boolean {
  return /^[A-H](?:[.．、)）]|[：:](?! *\/))/.test(raw)
}

export function isQuestion(text: string): boolean {
  return /[?？]["”』」)）]?$/.test(text)
}

/** 一、选择题 */
export function isExamHeading(text: string): boolean {
  return /^(?:单项|多项|不定项)?(?:选择|填空|判断|简答|问答|名词解释|解答|计算|论述|材料|阅读|默写|作图|实验)[^：:]{0,4}题?(?:[（(].*)?$/.test(
    text,
  )
}

export function isAnswerKeyHeading(text: string): boolean {
  return /^(?:【)?(?:参考|标准)?答案(?:与解析|及解析|解析)?(?:】)?[：:]?$/.test(text)
}

const generalTerms = new Set(
  '时间 地点 人物 作者 朝代 原因 起因 经过 过程 结果 影响 意义 背景 目的 作用 特点 特征 性质 性状 内容 定义 概念 公式 条件 场所 部位 实质 本质 分类 分布 用途 应用 标志 评价 启示 区别 联系 举例 步骤 优点 缺点 单位 符号 反应式 顺序 中央 地方 文字 思想 政治 经济 文化 军事 货币 交通 制度 措施 主张 代表 代表作 范围 位置 方法 原则 规律 现象 组成 结构 功能 种类 类型 形式 来源 产物 原料 表现 内因 外因 根源 局限 教训 核心 对象 手段'.split(
    ' ',
  ),
)

/** A word that asks for nothing without its heading. */
export function isGeneralTerm(front: string): boolean {
  return generalTerms.has(front)
}
