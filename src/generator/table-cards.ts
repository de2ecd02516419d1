import type { DraftCard } from './draft-card.ts'

/** Rows of a table as cards: the columns' names say which is which, or the first one asks. */

export type TableRow = { line: number; cells: readonly string[] }
export type DraftAt = { card: DraftCard; line: number }

type Role = 'front' | 'back' | 'hint' | 'explanation' | 'chapter' | 'index'

const names: Record<Role, readonly string[]> = {
  front: '正面 问题 题目 题干 词语 词汇 单词 生词 术语 概念 名词 front question term word q'.split(' '),
  back: '背面 答案 释义 定义 含义 意思 中文 翻译 解释 back answer definition meaning translation a'.split(
    ' ',
  ),
  hint: ['提示', 'hint'],
  explanation: '解析 说明 备注 注释 例句 explanation note notes example remark'.split(' '),
  chapter: '章 章节 单元 分组 chapter unit section deck'.split(' '),
  index: '序号 编号 no no. # id'.split(' '),
}

const roleOf = (cell: string): Role | undefined => {
  const name = cell.replace(/\*\*/g, '').trim().toLowerCase()
  return (Object.keys(names) as Role[]).find((role) => names[role].includes(name))
}

/** Names that are known, or short words over three columns and more, as Word's tables have them. */
export function isHeader([first, second, third]: readonly TableRow[]): boolean {
  const cells = first?.cells ?? []
  const roles = cells.map(roleOf)
  if (roles.includes('front') || roles.includes('back')) return true
  const looksLikeNames = cells.every((cell) => cell.length > 0 && cell.length <= 8 && !/\d/.test(cell))
  return cells.length >= 3 && second !== undefined && third !== undefined && looksLikeNames
}

/** Which role each column has; undefined: none of its own. */
const rolesOf = (header: TableRow | undefined, rows: readonly TableRow[]): (Role | undefined)[] => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const taken = new Set<Role>()
  const roles = Array.from({ length: width }, (_, column) => {
    const role = roleOf(header?.cells[column] ?? '')
    if (role === undefined || taken.has(role)) return undefined
    taken.add(role)
    return role
  })
  const isCount = rows.length > 1 && rows.every(({ cells }, index) => Number(cells[0]) === index + 1)
  if (roles[0] === undefined && width > 2 && isCount) roles[0] = 'index'
  if (!taken.has('front')) {
    const free = roles.indexOf(undefined)
    if (free !== -1) roles[free] = 'front'
  }
  return roles
}

const withName = (name: string, value: string): string => (name ? `${name}：${value}` : value)

const cardOf = (
  { cells }: TableRow,
  roles: readonly (Role | undefined)[],
  header: TableRow | undefined,
): DraftCard | undefined => {
  const valueOf = (role: Role): string => cells[roles.indexOf(role)]?.trim() ?? ''
  const others = roles.flatMap((role, column) => {
    const value = role === undefined ? (cells[column]?.trim() ?? '') : ''
    return value ? [{ name: header?.cells[column]?.trim() ?? '', value }] : []
  })
  const named = others.map(({ name, value }) => withName(name, value))
  const asBack = named.length > 1 && header ? named.map((line) => `- ${line}`).join('\n') : undefined
  const back = valueOf('back') || asBack || others.map(({ value }) => value).join('\n')
  const explanation = [valueOf('explanation'), ...(valueOf('back') ? named : [])].filter(Boolean).join('\n')
  const front = valueOf('front')
  if (!front || !back) return undefined
  return {
    front,
    back,
    ...(valueOf('hint') && { hint: valueOf('hint') }),
    ...(explanation && { explanation }),
    ...(valueOf('chapter') && { chapter: valueOf('chapter') }),
  }
}

/** @returns the cards, and the rows that lack a side */
export function tableCards(
  rows: readonly TableRow[],
  header: TableRow | undefined,
): { cards: DraftAt[]; incomplete: TableRow[] } {
  const roles = rolesOf(header, rows)
  const cards: DraftAt[] = []
  const incomplete: TableRow[] = []
  for (const row of rows) {
    const card = cardOf(row, roles, header)
    if (card) cards.push({ card, line: row.line })
    else incomplete.push(row)
  }
  return { cards, incomplete }
}
