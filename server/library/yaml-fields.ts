import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type ErrorCode,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml'
import type { ReportProblem } from './problems.ts'

/**
 * Reads YAML by the field, remembering lines. A field that is wrong is reported and read as an empty
 * value, so that one pass finds every problem; the caller must stop when anything was reported.
 */

export type TextRule = { min?: number; max: number; pattern?: RegExp; patternHint?: string }

export type TextField = { value: string; line: number }

export type Fields = {
  line: number
  /** Text of `min` (default 1) to `max` characters, surrounding white space removed. */
  text: (key: string, rule: TextRule) => TextField
  /** As `text`; undefined where the key is absent. */
  optionalText: (key: string, rule: TextRule) => TextField | undefined
  integer: (key: string, rule: { min: number; max: number }) => number
  /** Absent reads as false. */
  flag: (key: string) => boolean
  /** A list of mappings, at least one. */
  list: (key: string) => Fields[]
  /** Reports every key that was not read. */
  end: () => void
}

export type YamlSource = { text: string; report: ReportProblem }

type Reading = { lines: LineCounter; report: ReportProblem }

const lineOf = (node: unknown, { lines }: Reading, otherwise = 1): number => {
  const range = (node as Node | null)?.range
  return range ? lines.linePos(range[0]).line : otherwise
}

/** The text of a block scalar begins on the line after its `|`. */
const textLineOf = (node: Node, reading: Reading): number =>
  lineOf(node, reading) +
  (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') ? 1 : 0)

// Control characters have no place in a card; tab and line feed do.
const controlPattern = /[\u0000-\u0008\u000b-\u001f\u007f]/

const problemOf = (value: string, { min = 1, max, pattern, patternHint }: TextRule): string | undefined => {
  const length = [...value].length
  if (length < min) return length === 0 ? '不能为空' : `太短，至少 ${min} 字，现在 ${length} 字`
  if (length > max) return `太长，最多 ${max} 字，现在 ${length} 字`
  if (controlPattern.test(value)) return '含有控制字符'
  return pattern && !pattern.test(value) ? (patternHint ?? '格式不对') : undefined
}

const readScalar = (
  pair: Pick<Pair, 'key' | 'value'>,
  key: string,
  rule: TextRule,
  reading: Reading,
): TextField => {
  const node = pair.value
  const line = lineOf(node, reading, lineOf(pair.key, reading))
  if (!isScalar(node) || typeof node.value !== 'string') {
    reading.report(line, `${key} 应为文字`)
    return { value: '', line }
  }
  const value = node.value.trim()
  const problem = problemOf(value, rule)
  if (problem) reading.report(line, `${key} ${problem}`)
  return { value: problem ? '' : value, line: textLineOf(node as Node, reading) }
}

const fieldsOf = (map: YAMLMap, line: number, reading: Reading): Fields => {
  const read = new Set<string>()
  const pairOf = (key: string): Pair | undefined => {
    read.add(key)
    return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
  }
  const missing = (key: string): void => reading.report(line, `缺少 ${key}`)

  const optionalText = (key: string, rule: TextRule): TextField | undefined => {
    const pair = pairOf(key)
    return pair && readScalar(pair, key, rule, reading)
  }
  const text = (key: string, rule: TextRule): TextField => {
    const field = optionalText(key, rule)
    if (!field) missing(key)
    return field ?? { value: '', line }
  }

  return {
    line,
    text,
    optionalText,
    integer: (key, { min, max }) => {
      const field = text(key, { max: 20 })
      const value = Number(field.value)
      if (field.value && (!/^-?\d+$/.test(field.value) || value < min || value > max)) {
        reading.report(field.line, `${key} 应为 ${min} 到 ${max} 的整数`)
      }
      return value
    },
    flag: (key) => {
      const field = optionalText(key, { max: 20 })
      if (field && field.value !== 'true' && field.value !== 'false') {
        reading.report(field.line, `${key} 应为 true 或 false`)
      }
      return field?.value === 'true'
    },
    list: (key) => {
      const pair = pairOf(key)
      if (!pair) missing(key)
      return pair ? listOf(pair.value ?? pair.key, key, reading) : []
    },
    end: () => {
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : ''
        if (!read.has(name)) reading.report(lineOf(key, reading), `不认识的字段 ${name}`)
      }
    },
  }
}

const listOf = (node: unknown, key: string, reading: Reading): Fields[] => {
  if (!isSeq(node) || node.items.length === 0) {
    reading.report(lineOf(node, reading), `${key} 应为至少一项的列表`)
    return []
  }
  return node.items.flatMap((item) => {
    if (isMap(item)) return [fieldsOf(item, lineOf(item, reading), reading)]
    reading.report(lineOf(item, reading), `${key} 的每一项应为「字段: 值」`)
    return []
  })
}

const syntaxProblems: Partial<Record<ErrorCode, string>> = {
  BAD_INDENT: '缩进不对',
  TAB_AS_INDENT: '缩进应使用空格，不能用制表符',
  DUPLICATE_KEY: '同一个字段写了两次',
  MISSING_CHAR: '缺少结尾的引号或括号',
  MULTILINE_IMPLICIT_KEY: '字段名后面缺少冒号',
  BLOCK_AS_IMPLICIT_KEY: '一行里有两个冒号，请给文字加上引号',
  UNEXPECTED_TOKEN: '有意外的字符，请给文字加上引号',
  MULTIPLE_DOCS: '一个文件只能有一份内容',
}

/** Parses without types: `answer: 1949` stays the text that the author wrote. */
const parse = ({ text, report }: YamlSource): { root: unknown; reading: Reading } | undefined => {
  const lines = new LineCounter()
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false })
  for (const error of document.errors) {
    report(lines.linePos(error.pos[0]).line, `YAML 格式有误：${syntaxProblems[error.code] ?? error.message}`)
  }
  if (document.errors.length > 0) return undefined
  const reading = { lines, report }
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node) || node.anchor || node.tag?.startsWith('!'))
        report(lineOf(node, reading), '不接受 YAML 的锚点、别名与标签')
    },
  })
  return { root: document.contents, reading }
}

/** The mapping that a file consists of; undefined when it is reported as something else. */
export function parseFields(source: YamlSource): Fields | undefined {
  const parsed = parse(source)
  if (!parsed) return undefined
  if (isMap(parsed.root)) return fieldsOf(parsed.root, 1, parsed.reading)
  source.report(1, '文件应为「字段: 值」')
  return undefined
}

/** The list of mappings that a file consists of. */
export function parseFieldsList(source: YamlSource, name: string): Fields[] {
  const parsed = parse(source)
  return parsed ? listOf(parsed.root, name, parsed.reading) : []
}

/** The list of short texts that a file consists of. */
export function parseTextList(source: YamlSource, name: string): TextField[] {
  const parsed = parse(source)
  if (!parsed) return []
  if (isSeq(parsed.root))
    return parsed.root.items.map((item) =>
      readScalar({ key: item, value: item }, name, { max: 100 }, parsed.reading),
    )
  source.report(1, `${name} 应为列表`)
  return []
}
