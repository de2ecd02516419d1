import { describe, expect, it } from 'vitest'
import { jihePack, smallLibrary, tangPack, type LibraryFiles } from '#tests/support/library-files.ts'
import { LibraryRefused } from './problems.ts'
import { readLibrary } from './read-library.ts'

const read = (files: LibraryFiles) => readLibrary({ files: new Map(Object.entries(files)), version: '' })

const problemsOf = (changes: LibraryFiles): string[] => {
  try {
    read({ ...smallLibrary, ...changes })
  } catch (error) {
    if (error instanceof LibraryRefused) return error.message.split('\n')
    throw error
  }
  return []
}

const tang = (from: string, to: string): string[] => {
  if (!tangPack.includes(from)) throw new Error(`the test pack has no ${from}`)
  return problemsOf({ 'packs/tang.yaml': tangPack.replace(from, to) })
}

describe('reading the library', () => {
  it('gives the packs with their Markdown read', () => {
    const library = read(smallLibrary)
    const pack = library.packs.find(({ slug }) => slug === 'tang')!
    expect(pack).toMatchObject({ title: '唐诗三百首·精选', priceCoins: 80, gradeId: 'g7', teacherId: 'desk' })
    expect(pack.chapters[0]!.cards[0]).toEqual({
      slug: 'jingyesi',
      title: '静夜思 · 李白',
      preview: true,
      content: {
        front: [
          { type: 'paragraph', children: [{ type: 'text', text: '床前明月光，疑是地上霜。' }] },
          { type: 'paragraph', children: [{ type: 'text', text: '下一句是什么？' }] },
        ],
        back: [{ type: 'paragraph', children: [{ type: 'text', text: '举头望明月，低头思故乡。' }] }],
        answer: '举头望明月',
      },
    })
    expect(library.featured).toEqual(['jihe', 'tang'])
  })

  it('takes numbers and truth values as the text they were written as', () => {
    const files = {
      ...smallLibrary,
      'packs/tang.yaml': tangPack.replace('answer: 举头望明月', 'answer: 0618.50'),
    }
    expect(read(files).packs.find(({ slug }) => slug === 'tang')!.chapters[0]!.cards[0]!.content.answer).toBe(
      '0618.50',
    )
  })

  it.each([
    [
      'a title that is too short',
      'title: 唐诗三百首·精选',
      'title: 唐',
      '2: title 太短，至少 2 字，现在 1 字',
    ],
    [
      'a title that is too long',
      'title: 唐诗三百首·精选',
      `title: ${'唐'.repeat(21)}`,
      '2: title 太长，最多 20 字，现在 21 字',
    ],
    ['a label of one character', 'label: 唐诗三百首', 'label: 唐', '3: label 太短，至少 2 字，现在 1 字'],
    [
      'a label of seven characters',
      'label: 唐诗三百首',
      'label: 唐诗三百首精选',
      '3: label 太长，最多 6 字，现在 7 字',
    ],
    ['an unknown grade', 'grade: g7', 'grade: g77', '4: taxonomy.yaml 的 grades 里没有 g77'],
    ['an unknown subject', 'subject: yuwen', 'subject: yinyue', '5: taxonomy.yaml 的 subjects 里没有 yinyue'],
    [
      'a knowledge point of another subject',
      'knowledgePoint: gushiwen',
      'knowledgePoint: dingli',
      '6: dingli 不属于学科 yuwen',
    ],
    ['a teacher of another subject', 'teacher: desk', 'teacher: desk-math', '7: desk-math 不属于学科 yuwen'],
    ['a negative price', 'priceCoins: 80', 'priceCoins: -1', '8: priceCoins 应为 0 到 9999 的整数'],
    [
      'a price that is no number',
      'priceCoins: 80',
      'priceCoins: 免费',
      '8: priceCoins 应为 0 到 9999 的整数',
    ],
    ['a price with a fraction', 'priceCoins: 80', 'priceCoins: 8.5', '8: priceCoins 应为 0 到 9999 的整数'],
    ['a missing field', 'source: 公有领域\n', '', '1: 缺少 source'],
    ['an empty field', 'source: 公有领域', 'source:', '11: source 不能为空'],
    ['a source of two lines', 'source: 公有领域', 'source: |\n  一\n  二', '11: source 只能有一行'],
    ['a field that nobody knows', 'source: 公有领域', 'source: 公有领域\nprice: 3', '12: 不认识的字段 price'],
    ['a list where text belongs', 'summary: 名句与出处', 'summary: [a]', '9: summary 应为文字'],
    [
      'text where a list belongs',
      'cards:\n      - id: zaofa',
      'cards: 无\n    x:\n      - id: zaofa',
      '32: cards 应为至少一项的列表',
    ],
    ['a repeated card', 'id: denggaolou', 'id: jingyesi', '25: 卡片的 id jingyesi 重复'],
    ['a repeated chapter', 'id: qijue', 'id: wujue', '30: 章的 id wujue 重复'],
    ['an id with capitals', 'id: zaofa', 'id: Zaofa', '33: id 只能用小写字母、数字与连字符'],
    ['an id that is not the file’s name', 'id: tang', 'id: song', '1: id 应与文件名相同：tang'],
    ['a tag of five characters', 'tag: 名句', 'tag: 千古名句啊', '39: tag 太长，最多 4 字，现在 5 字'],
    ['a preview that is no truth value', 'preview: true', 'preview: yes', '24: preview 应为 true 或 false'],
    [
      'a single preview',
      'back: 黄河入海流\n        preview: true',
      'back: 黄河入海流',
      '1: 应有 2 至 4 张试看卡片（preview: true），现在 1 张',
    ],
    [
      'markup in an answer',
      'answer: 举头望明月',
      'answer: "**举头**"',
      '23: answer 应为一行纯文本，不含 $ * ` < >',
    ],
    ['HTML in a block', '下一句是什么？', '<b>下一句</b>', '21: 不接受 HTML'],
    ['a broken formula', '$x$', '$\\frac{1}$', '38: 公式有误'],
    ['a script in a formula', '$x$', '$\\href{javascript:alert(1)}{x}$', '38: 公式有误：不接受命令 \\href'],
    ['a control character', 'hint: 三峡', 'hint: "三\\u0007峡"', '37: hint 含有控制字符'],
    ['a card without words', 'back: 黄河入海流', 'back: "---"', '28: 没有能显示的内容'],
    [
      'a repeated field',
      'source: 公有领域',
      'source: 公有领域\nsource: 二',
      '12: YAML 格式有误：同一个字段写了两次',
    ],
    ['broken YAML', 'label: 唐诗三百首', 'label: "唐诗', 'YAML 格式有误：缺少结尾的引号或括号'],
    ['an alias', 'hint: 三峡', 'hint: &a 三峡', '37: 不接受 YAML 的锚点、别名与标签'],
  ])('refuses %s with file and line', (_, from, to, expected) => {
    const problems = tang(from, to)
    expect(problems.join('\n')).toContain(expected)
    for (const problem of problems) expect(problem).toMatch(/^packs\/tang\.yaml:\d+: ./)
  })

  it.each([
    [
      { 'taxonomy.yaml': 'grades: []\nsubjects: []\nknowledgePoints: []\n' },
      'taxonomy.yaml:1: grades 应为至少一项的列表',
    ],
    [
      { 'taxonomy.yaml': smallLibrary['taxonomy.yaml']!.replace('初中', '大学') },
      'taxonomy.yaml:2: stage 应为 小学、初中、高中 之一',
    ],
    [
      { 'taxonomy.yaml': smallLibrary['taxonomy.yaml']!.replace('id: g10', 'id: g7') },
      'taxonomy.yaml:3: 年级 g7 重复',
    ],
    [
      { 'teachers.yaml': '- { id: desk, name: 某, subject: x, bio: 某 }' },
      'teachers.yaml:1: taxonomy.yaml 的 subjects 里没有 x',
    ],
    [{ 'teachers.yaml': '随便写的' }, 'teachers.yaml:1: 教研室 应为至少一项的列表'],
    [{ 'featured.yaml': '- tang\n- song\n' }, 'featured.yaml:2: packs 里没有 song'],
    [{ 'featured.yaml': '- tang\n- tang\n' }, 'featured.yaml:2: 精选 tang 重复'],
    [{ 'packs/tang.yml': tangPack }, 'packs/tang.yml:1: 卡包文件的扩展名应为 .yaml'],
    [{ 'packs/empty.yaml': '' }, 'packs/empty.yaml:1: 文件应为「字段: 值」'],
  ])('refuses what is wrong in another file: %j', (changes, expected) => {
    expect(problemsOf(changes as unknown as LibraryFiles)).toContain(expected)
  })

  it('names a file that is missing', () => {
    const { 'teachers.yaml': _, ...rest } = smallLibrary
    expect(() => read(rest)).toThrow('teachers.yaml:1: 缺少这个文件')
  })

  it('refuses a library without packs rather than taking all packs out', () => {
    const lists = Object.entries(smallLibrary).filter(([name]) => !name.startsWith('packs/'))
    expect(() => read(Object.fromEntries(lists))).toThrow('packs:1: 没有卡包文件')
    expect(() => read({})).toThrow('taxonomy.yaml:1: 缺少这个文件')
  })

  it('finds every problem of every file at once, in order', () => {
    const problems = problemsOf({
      'packs/tang.yaml': tangPack
        .replace('label: 唐诗三百首', 'label: 唐')
        .replace('tag: 名句', 'tag: 千古名句啊'),
      'packs/jihe.yaml': jihePack.replace('grade: g10', 'grade: g99'),
    })
    expect(problems).toEqual([
      'packs/jihe.yaml:4: taxonomy.yaml 的 grades 里没有 g99',
      'packs/tang.yaml:3: label 太短，至少 2 字，现在 1 字',
      'packs/tang.yaml:39: tag 太长，最多 4 字，现在 5 字',
    ])
  })
})
