import { decodeText, formatOf } from '#contract/generator/decode-text.ts'
import type { NotesFormat } from '#contract/generator/generator.ts'
import { maxPackTitleLength } from '#contract/limits.ts'

/** Characters of notes that one draft holds; about a textbook chapter several times over. */
export const maxNotesLength = 200_000
/** No encoding needs more than four bytes for a character. */
const maxFileBytes = maxNotesLength * 4

export type NotesFile =
  | { status: 'read'; text: string; format: NotesFormat; title: string }
  | { status: 'too-large' | 'not-text' | 'empty' }

export const readNotesFile = async (
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
): Promise<NotesFile> => {
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

/** The first heading of the notes, for a pack that its owner has not named; empty when there is none. */
export const headingOf = (notes: string): string => {
  const heading = /^ {0,3}#{1,6} +(\S.*)$/m.exec(notes.slice(0, 20_000))?.[1] ?? ''
  return Array.from(heading.replace(/\s+#*\s*$/, ''))
    .slice(0, maxPackTitleLength)
    .join('')
}
