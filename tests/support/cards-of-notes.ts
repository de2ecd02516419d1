import { expect } from 'vitest'
import type { DraftCard } from '#src/generator/draft-card.ts'
import { cardsFromNotes } from '#src/generator/notes.ts'

/** What the rules make of notes that they understand whole. */

export function cardsOf(notes: string): DraftCard[] {
  const { cards, problems } = cardsFromNotes(notes)
  expect(problems).toEqual([])
  return cards
}

/** Front and back of each card. */
export function sidesOf(notes: string): [string, string][] {
  return cardsOf(notes).map(({ front, back }) => [front, back])
}

/** The lines that no rule understands, with their numbers. */
export function problemsOf(notes: string): [number, string][] {
  return cardsFromNotes(notes).problems.map(({ line, text }) => [line, text])
}
