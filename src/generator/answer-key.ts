import { isAnswerKeyHeading, readLabel } from './line-words.ts'
import type { NoteLine } from './note-lines.ts'

/** The answers at the end of an exam sheet: `1. B  2. C`, `1-5 BCADB`. */

export type KeyedAnswer = { ordinal: number; answer: string; line: NoteLine }

const range = /^(\d{1,3}) ?[-~～—–] ?(\d{1,3}) ?[:：]? *([A-H](?:[ ,，]?[A-H]){1,30})$/
const entry = /(\d{1,3})(?:[.．、:：](?!\d)|[)）]) */g

const ofRange = (line: NoteLine): KeyedAnswer[] => {
  const found = range.exec(line.raw)
  const letters = found?.[3]?.match(/[A-H]/g) ?? []
  const first = Number(found?.[1])
  return found && letters.length === Number(found[2]) - first + 1
    ? letters.map((answer, index) => ({ ordinal: first + index, answer, line }))
    : []
}

/** A number within an answer is no entry of its own: entries count up by one. */
const ofEntries = (line: NoteLine): KeyedAnswer[] => {
  const starts: RegExpExecArray[] = []
  for (const found of line.raw.matchAll(entry)) {
    const last = starts.at(-1)
    if (last ? Number(found[1]) === Number(last[1]) + 1 : found.index === 0) starts.push(found)
  }
  return starts.flatMap((start, index) => {
    const answer = line.raw.slice(start.index + start[0].length, starts[index + 1]?.index).trim()
    return answer ? [{ ordinal: Number(start[1]), answer, line }] : []
  })
}

const entriesOf = (line: NoteLine): KeyedAnswer[] => {
  const ranged = line.raw.split(/ {2,}|[；;\t]/).flatMap((raw) => ofRange({ ...line, raw: raw.trim() }))
  return ranged.length > 0 ? ranged : ofEntries(line)
}

/** 答案： may also stand above the answer of one question: a sheet with such answers has none at its end. */
const isAmbiguous = (heading: NoteLine, body: readonly NoteLine[], key: readonly KeyedAnswer[]): boolean =>
  /^答案[：:]$/.test(heading.text) &&
  (body.some(({ text }) => readLabel(text)?.label === 'answer') ||
    key.length > body.filter(({ marker }) => marker === 'number').length)

/**
 * The questions, and the answers that stand under the last heading 参考答案; without such a heading, or
 * numbered answers below it, all lines are questions.
 */
export function splitAnswerKey(lines: readonly NoteLine[]): {
  body: readonly NoteLine[]
  key: KeyedAnswer[]
} {
  const whole = { body: lines, key: [] }
  const at = lines.map(({ text }) => isAnswerKeyHeading(text)).lastIndexOf(true)
  const heading = lines[at]
  if (!heading) return whole
  const body = lines.slice(0, at)
  const key = lines.slice(at + 1).flatMap(entriesOf)
  const hasQuestions = body.some(({ ordinal }) => ordinal !== null && ordinal === key[0]?.ordinal)
  return hasQuestions && !isAmbiguous(heading, body, key) ? { body, key } : whole
}
