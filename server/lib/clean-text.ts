import { fail } from './errors.ts'

/** What students write for others to read, and what their devices say of themselves. */

/** Control characters, halves of characters, and marks that turn the direction of what follows on another student's screen. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const visible = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u

/** Marks that stand on one letter: no language needs more of them, and a stack of them covers the lines beside it. */
const stacked = /\p{M}{6,}/u

const refuse = (field: string): never => fail('invalid_input', { field })

/**
 * One line in which something can be seen, without the space around it.
 * @param field what to call it in the refusal
 * @throws ExpectedError `invalid_input`
 */
export function cleanLine(text: string, field: string): string {
  const trimmed = text.trim()
  const isLegible = !unprintable.test(trimmed) && !stacked.test(trimmed) && visible.test(trimmed)
  return isLegible ? trimmed : refuse(field)
}

/**
 * Any number of lines, at most one of them empty at a time; '' where nothing can be seen.
 * @param field what to call it in the refusal
 * @throws ExpectedError `invalid_input`
 */
export function cleanText(text: string, field: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').split('\n')
  if (lines.some((line) => unprintable.test(line) || stacked.test(line))) return refuse(field)
  const joined = lines.map((line) => line.trimEnd()).join('\n')
  return visible.test(joined) ? joined.replace(/\n{3,}/g, '\n\n').trim() : ''
}

/** A line that was not typed and that no student could correct: what cannot stand in one is left out, never refused; '' where nothing can be seen. */
export function keepPrintable(text: string): string {
  const kept = text
    .replace(new RegExp(unprintable, 'gu'), ' ')
    .replace(new RegExp(stacked, 'gu'), '')
    .replace(/\s+/gu, ' ')
    .trim()
  return visible.test(kept) ? kept : ''
}
