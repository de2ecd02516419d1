import type { NotesFormat } from './draft-card.ts'

/** Text files as students have them: UTF-8, UTF-16 with its mark, or the GBK of Chinese Windows. */

// Page, worker and Node have it; no library of types that all three share does.
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean },
) => { decode: (bytes: Uint8Array) => string }

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'

const decodeAs = (bytes: Uint8Array, encoding: TextEncoding): string | undefined => {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** By the byte order mark; without one, UTF-8 is so strict that what passes for it is it. */
const encodingsOf = ([first, second]: Uint8Array): TextEncoding[] => {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  return ['utf-8', 'gb18030']
}

/** The text without its byte order mark; undefined for what is no text, a Word document or a picture. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } | undefined {
  for (const encoding of encodingsOf(bytes)) {
    const text = decodeAs(bytes, encoding)
    if (text !== undefined) return { text, encoding }
  }
  return undefined
}

/** @param fileName with its ending; any other ending than that of a table means notes */
export function formatOf(fileName: string): NotesFormat {
  return /\.(?:csv|tsv)$/i.test(fileName) ? 'table' : 'notes'
}
