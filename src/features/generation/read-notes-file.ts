import { decodeText, formatOf } from '#src/generator/decode-text.ts'
import type { NotesFormat } from '#src/generator/draft-card.ts'
import { maxPackTitleLength } from '#contract/limits.ts'

/** Characters of notes that one draft holds; about a textbook chapter several times over. */
export const maxNotesLength = 200_000
/** No encoding needs more than four bytes for a character. */
const maxFileBytes = maxNotesLength * 4

export type NotesFile =
  | { status: 'read'; text: string; format: NotesFormat; title: string }
  | { status: 'too-large' | 'not-text' | 'empty' }

export async function readNotesFile(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<NotesFile> {
  if (file.size > maxFileBytes) return { status: 'too-large' }
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (decoded === undefined) return { status: 'not-text' }
  if (decoded.text.trim() === '') return { status: 'empty' }
  if (decoded.text.length > maxNotesLength) return { status: 'too-large' }
  const title = file.name.replace(/\.[^.]*$/, '').trim()
  return {
    status: 'read',
    text: decoded.text,
    format: formatOf(file.name),
    title: Array.from(title).slice(0, maxPackTitleLength).join(''),
  }
}

const chapter =
  /^(?:第 ?[一二三四五六七八九十百零〇\d]{1,5} ?[章节课单部篇讲回]|(?:Unit|Module|Chapter|Lesson) ?\d)/i
/** A line that says something of its own is no title. */
const sentence = /[：:。？?！!=＝；;|\t，,]|——/
const longestTitleLine = 24

/** The heading of the notes, or a first line that looks like one, for a pack that its owner has not named; else empty. */
export function headingOf(notes: string): string {
  const start = notes.slice(0, 20_000)
  const lines = start
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const [first = ''] = lines
  const isTitle =
    chapter.test(first) ||
    (lines.length > 2 &&
      first.length <= longestTitleLine &&
      !sentence.test(first) &&
      /\p{Script=Han}/u.test(first))
  const heading =
    /^ {0,3}#{1,6} +(\S.*)$/m.exec(start)?.[1] ??
    (isTitle && !/^(?:[-*•]|\d+[.、）)])/.test(first) ? first : '')
  return Array.from(heading.replace(/\s+#*\s*$/, ''))
    .slice(0, maxPackTitleLength)
    .join('')
}
