/** What the rules make of a student's notes. */

/** A card before its owner has looked at it. All but the chapter is card Markdown. */
export type DraftCard = {
  front: string
  back: string
  hint?: string
  explanation?: string
  /** The heading that it stood under; plain text. */
  chapter?: string
}

type ProblemReason =
  /** No rule understood it. */
  | 'unmatched'
  /** A line, or a side made of it, is longer than a card may be, or has more format. */
  | 'too_long'
  /** A pack holds no more cards; only the first one left out is named. */
  | 'over_limit'
  /** A quotation mark of a CSV file was never closed; it was read as a letter. */
  | 'open_quote'

/** A line that became no card. */
export type Problem = {
  /** Counted from 1, within the text. */
  line: number
  /** The start of it. */
  text: string
  reason: ProblemReason
}

export type Generation = { cards: DraftCard[]; problems: Problem[] }

/** `notes` is text or Markdown as it was written or pasted, `table` is CSV or TSV. */
export type NotesFormat = 'notes' | 'table'
