import { splitAnswerKey, type KeyedAnswer } from './answer-key.ts'
import { collectCards } from './card-collector.ts'
import type { DraftCard, Generation, Problem } from './draft-card.ts'
import { isAnswerKeyHeading, isOption, isQuestion, readLabel } from './line-words.ts'
import { readNoteLines, type NoteLine } from './note-lines.ts'
import { readNoteTable } from './note-tables.ts'
import { backOf, continueQuestion, frontOf, withText, type Question } from './questions.ts'
import { holdsLine, namedFront, section, titleCard, type Section } from './sections.ts'
import { readSingleLine } from './single-line.ts'
import { tableCards, type DraftAt } from './table-cards.ts'

/** Reads notes line by line: each is a card, a part of one, a title of what follows, or a problem. */

const maxQuestionLines = 12

type Reader = {
  drafts: Set<DraftAt>
  problems: Problem[]
  /** The root first; titles below it, the nearest last. */
  sections: Section[]
  question: Question | null
  /** The last card, and the side that a line without a rule goes on with. */
  tail: {
    draft: DraftAt
    field: 'back' | 'hint' | 'explanation'
    /** The line that the card was made of. */
    source: NoteLine
    /** The last line that went into it. */
    lastLine: number
  } | null
  key: readonly KeyedAnswer[]
  /** How many answers of the key have found their question. */
  keyed: number
}

const innermost = ({ sections }: Reader): Section => sections.at(-1)!

const reportLine = (reader: Reader, line: NoteLine): void => {
  reader.problems.push({ line: line.number, text: line.raw, reason: 'unmatched' })
}

const chapterOf = ({ sections }: Reader): string | undefined =>
  sections.filter(({ kind }) => kind === 'heading').at(-1)?.title

/** A chapter of its own goes before the heading. */
const addCard = (reader: Reader, card: DraftCard, line: number): DraftAt => {
  const chapter = chapterOf(reader)
  const draft = { card: { ...(chapter && { chapter }), ...card }, line }
  reader.drafts.add(draft)
  return draft
}

/** What stands below a title is its answer, or was understood, or is a problem. */
const closeSection = (reader: Reader): void => {
  const closed = reader.sections.pop()!
  const card = titleCard(closed)
  if (card && closed.line) {
    addCard(reader, card, closed.line.number)
    innermost(reader).understood += 1
  } else if (closed.leftovers.length > 0) {
    for (const line of closed.leftovers) reportLine(reader, line)
  } else if (closed.line && closed.kind !== 'heading') {
    if (closed.understood === 0) innermost(reader).leftovers.push(closed.line)
    else innermost(reader).understood += 1
  }
}

const closeQuestion = (reader: Reader): void => {
  const { question } = reader
  reader.question = null
  if (!question) return
  const [first] = question.lines
  const back = backOf(question)
  if (first && back.trim() !== '') {
    const draft = addCard(reader, { front: frontOf(question), back }, first.number)
    innermost(reader).understood += 1
    reader.tail = {
      draft,
      field: 'back',
      source: first,
      lastLine: question.answer.at(-1)?.number ?? first.number,
    }
  } else innermost(reader).leftovers.push(...question.lines)
}

/** The lines just before 答案：, back to the number or blank line that they begin with. */
const takeQuestionLines = (of: Section): NoteLine[] => {
  let from = of.leftovers.length
  while (from > 0 && of.leftovers.length - from < maxQuestionLines) {
    from -= 1
    const line = of.leftovers[from]!
    if (line.marker === 'number' || line.afterBlank) break
  }
  return of.leftovers.splice(from)
}

const openAnswer = (reader: Reader, line: NoteLine, rest: string): boolean => {
  const { tail } = reader
  const lines = takeQuestionLines(innermost(reader))
  if (lines.length === 0 && tail && !line.afterBlank && tail.field === 'back') {
    // What looked like a card of one line was a question.
    reader.drafts.delete(tail.draft)
    lines.push(tail.source)
  }
  if (lines.length === 0) return false
  reader.question = { kind: 'answered', lines, answer: [withText(line, rest)] }
  return true
}

const readLabelled = (reader: Reader, line: NoteLine): boolean => {
  const found = readLabel(line.text)
  if (!found || isOption(line.raw)) return false
  const { label, rest } = found
  if (label === 'question') {
    reader.question = { kind: 'labelled', lines: [withText(line, rest)], answer: [] }
    reader.question.lines[0]!.marker = line.marker
    return true
  }
  if (label === 'answer') return openAnswer(reader, line, rest)
  if (label === 'shortAnswer' || !reader.tail || rest === '') return false
  const { draft, source } = reader.tail
  const { card } = draft
  card[label] = card[label] ? `${card[label]}\n${rest}` : rest
  reader.tail = { draft, field: label, source, lastLine: line.number }
  return true
}

const titleSigns = /^(?:\*\*|【)(?:[一二三四五六七八九十]{1,3}、)?|\*\*|】|[：:]$/g

const openHeading = (reader: Reader, line: NoteLine): void => {
  const isBelow = (of: Section): boolean => of.kind === 'heading' && of.level < line.level
  while (innermost(reader).kind !== 'root' && !isBelow(innermost(reader))) closeSection(reader)
  const title = line.text.replace(titleSigns, '').trim()
  reader.sections.push(section('heading', title, line, line.level))
  reader.tail = null
}

const openQuestion = (reader: Reader, line: NoteLine): boolean => {
  const next = reader.key[reader.keyed]
  if (line.marker === 'number' && next && next.ordinal === line.ordinal) {
    reader.keyed += 1
    reader.question = { kind: 'keyed', lines: [line], answer: [], keyed: next.answer }
    return true
  }
  if (!isQuestion(line.text)) return false
  reader.question = { kind: 'asking', lines: [line], answer: [] }
  return true
}

const readByItself = (reader: Reader, line: NoteLine): boolean => {
  const reading = readSingleLine(line.text)
  if (!reading) return false
  if ('opens' in reading) {
    // One colon below another at the same place starts again, so titles nest no deeper than lines are indented.
    const isNext = (of: Section): boolean => of.kind === 'opened' && line.indent <= of.line!.indent
    while (isNext(innermost(reader))) closeSection(reader)
    reader.sections.push(section('opened', reading.opens, line))
    reader.tail = null
    return true
  }
  const of = innermost(reader)
  const made = reading.cards.map(({ front, back }) =>
    addCard(reader, { front: reading.cards.length === 1 ? namedFront(front, of) : front, back }, line.number),
  )
  of.understood += 1
  reader.tail = { draft: made.at(-1)!, field: 'back', source: line, lastLine: line.number }
  return true
}

/** **能量**, 【重点字词】 */
const isEmphasised = ({ raw }: NoteLine): boolean =>
  raw.length <= 44 && /^(?:\*\*[^*]+\*\*|【[^【】]+】)[：:]?$/.test(raw)

const shortestWrappedLine = 15

/** A definition that was broken at the edge of the page: it had come to it, or ends within a sentence. */
const goesOn = ({ draft, field, lastLine }: NonNullable<Reader['tail']>, line: NoteLine): boolean => {
  const last = (draft.card[field] ?? '').split('\n').at(-1)!
  const wasBroken = field !== 'back' || last.length >= shortestWrappedLine || /[，、；,;：:（(]$/.test(last)
  return line.number === lastLine + 1 && wasBroken
}

const take = (reader: Reader, line: NoteLine, next: NoteLine | undefined): void => {
  if (reader.question) {
    if (continueQuestion(reader.question, line)) return
    closeQuestion(reader)
  }
  if (line.marker !== 'block' && readLabelled(reader, line)) return
  while (!holdsLine(innermost(reader), line)) closeSection(reader)
  if (line.marker === 'heading' && !isQuestion(line.text)) {
    // What is only counted, 一、 or 1.1, may be a card as well.
    const isCounted = line.level > 2 && !line.raw.startsWith('#')
    const reading = isCounted ? readSingleLine(line.text) : undefined
    if (!reading || 'opens' in reading) return openHeading(reader, line)
  }
  if (isEmphasised(line)) return openHeading(reader, { ...line, level: 7 })
  // 注意： with no card before it is not a word to learn.
  const isPlain = line.marker !== 'block' && !isOption(line.raw) && !readLabel(line.text)
  if (isPlain && (openQuestion(reader, line) || readByItself(reader, line))) return
  const isItem = line.marker === 'bullet' || line.marker === 'number'
  const hasItemsBelow = next !== undefined && next.indent > line.indent && next.marker !== null
  if (isItem && hasItemsBelow) {
    reader.sections.push(section('item', line.text, line))
    reader.tail = null
  } else if (reader.tail && !isItem && goesOn(reader.tail, line)) {
    const { draft, field } = reader.tail
    draft.card[field] += `\n${line.raw}`
    reader.tail.lastLine = line.number
  } else {
    innermost(reader).leftovers.push(line)
    reader.tail = null
  }
}

const takeTable = (reader: Reader, found: NonNullable<ReturnType<typeof readNoteTable>>): void => {
  closeQuestion(reader)
  const { cards, incomplete } = tableCards(found.rows, found.header)
  for (const { card, line } of cards) addCard(reader, card, line)
  for (const { line, cells } of incomplete) {
    reader.problems.push({ line, text: cells.join(' ').trim(), reason: 'unmatched' })
  }
  innermost(reader).understood += cards.length
  reader.tail = null
}

/** Cards of notes in any form, by rules alone. Never throws; takes time in proportion to the text. */
export function cardsFromNotes(text: string): Generation {
  const problems: Problem[] = []
  const { body, key } = splitAnswerKey(readNoteLines(text, (problem) => problems.push(problem)))
  const reader: Reader = {
    drafts: new Set(),
    problems,
    sections: [section('root', '', null)],
    question: null,
    tail: null,
    key,
    keyed: 0,
  }
  for (let at = 0; at < body.length;) {
    const table = readNoteTable(body, at)
    if (table) takeTable(reader, table)
    else take(reader, body[at]!, body[at + 1])
    at += table?.lineCount ?? 1
  }
  closeQuestion(reader)
  while (reader.sections.length > 1) closeSection(reader)
  for (const line of reader.sections[0]!.leftovers) {
    if (!isAnswerKeyHeading(line.text)) reportLine(reader, line)
  }
  for (const { line } of key.slice(reader.keyed)) reportLine(reader, line)
  return collectCards([...reader.drafts], problems, true)
}
