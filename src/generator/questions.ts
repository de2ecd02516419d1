import { isGeneralTerm, isOption, isQuestion, readLabel } from './line-words.ts'
import type { NoteLine } from './note-lines.ts'
import { splitPair } from './pair-line.ts'
import { asAnswer } from './sections.ts'

const longestTerm = 20

/** A question that waits for its answer over several lines. */

export type Question = {
  /**
   * `labelled`: 问：, `answered`: a line that turned out to be one when 答案： came, `keyed`: its answer stands
   * at the end of the sheet, `asking`: it ends with a question mark.
   */
  kind: 'labelled' | 'answered' | 'keyed' | 'asking'
  lines: NoteLine[]
  answer: NoteLine[]
  /** Set by the answer key. */
  keyed?: string
}

export function frontOf({ lines }: Question): string {
  return lines.map(({ text }) => text).join('\n')
}

export function backOf({ keyed, answer }: Question): string {
  return keyed ?? asAnswer(answer)
}

/** An answer's first line without 答：; the rest of a question likewise. */
export function withText(line: NoteLine, text: string): NoteLine {
  return {
    ...line,
    marker: null,
    text,
    raw: text,
  }
}

const isListItem = ({ marker }: NoteLine): boolean => marker === 'bullet' || marker === 'number'

/** 1., (1) and ① count apart from each other. */
const countStyle = ({ marker, raw }: NoteLine): string =>
  marker === 'number' ? (/^[（(①-⑳]/.exec(raw)?.[0].replace(/[①-⑳]/, '①').replace('（', '(') ?? '1') : ''

const isSibling = (line: NoteLine, first: NoteLine | undefined): boolean =>
  first !== undefined &&
  line.marker === 'number' &&
  countStyle(line) === countStyle(first) &&
  line.indent <= first.indent

const lastOrdinal = (lines: readonly NoteLine[]): number | null => {
  let at = lines.length - 1
  while (at > 0 && lines[at]!.marker !== 'number') at -= 1
  return lines[at]?.ordinal ?? null
}

const partOfAnswer = /^(?:第?[一二三四五六七八九十]|其[一二三四五]|首先|其次|再次|最后|另外|同时|[①-⑳\d])/u

/** 细胞膜：控制物质进出, below an answer that is complete: a card of its own. */
const isNextTerm = ({ answer }: Question, line: NoteLine): boolean => {
  const last = answer.at(-1)?.raw ?? ''
  if (line.marker !== null || last === '' || /[，、；,;：:（(]$/.test(last)) return false
  const pair = splitPair(line.text)
  return (
    pair !== undefined &&
    pair.back !== '' &&
    pair.front.length <= longestTerm &&
    /[：:]/.test(line.text.slice(pair.front.length, -pair.back.length)) &&
    !partOfAnswer.test(pair.front) &&
    !isGeneralTerm(pair.front)
  )
}

const endsAnswer = (question: Question, line: NoteLine): boolean => {
  const { answer, kind, lines } = question
  if (line.marker === 'heading') return true
  const isEmpty = answer.every(({ raw }) => raw === '')
  if (isSibling(line, lines[0])) {
    // 答： may stand alone above a list that counts like the questions do.
    const last = lastOrdinal(answer) ?? (isEmpty ? 0 : null)
    return last === null || line.ordinal !== last + 1 || line.afterBlank
  }
  if (kind === 'asking' && isQuestion(line.text)) return true
  if (isNextTerm(question, line)) return true
  return line.afterBlank && !isEmpty && !(isListItem(line) && kind === 'labelled')
}

/**
 * Gives a line to the question that is open.
 * @returns false when the line is not the question's, which then is over
 */
export function continueQuestion(question: Question, line: NoteLine): boolean {
  const label = readLabel(line.text)
  if (label?.label === 'question') return false
  if (label?.label === 'answer' || (label?.label === 'shortAnswer' && question.kind === 'labelled')) {
    if (question.answer.length > 0 && question.kind !== 'asking') return false
    question.kind = question.kind === 'labelled' ? 'labelled' : 'answered'
    question.answer = [withText(line, label.rest)]
    return true
  }
  if (label && label.label !== 'shortAnswer') return false
  const isAsked = question.answer.length === 0
  if (isAsked && isOption(line.raw)) {
    question.lines.push(line)
    return true
  }
  if (question.kind === 'keyed' || (isAsked && question.kind === 'labelled')) {
    const ends = line.marker === 'heading' || line.marker === 'number' || line.afterBlank
    if (!ends) question.lines.push(line)
    return !ends
  }
  if (isAsked && question.kind === 'asking') {
    const [first] = question.lines
    const isNext = isSibling(line, first) || (line.marker === 'bullet' && first?.marker === 'bullet')
    if (isNext || line.marker === 'heading' || isQuestion(line.text)) return false
    question.answer.push(line)
    return true
  }
  if (endsAnswer(question, line)) return false
  question.answer.push(line)
  return true
}
