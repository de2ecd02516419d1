import { expect } from 'vitest'
import type { DraftCard } from '#contract/generator/generator.ts'
import { cardsFromNotes } from '#contract/generator/notes.ts'

/** What the rules make of notes that they understand whole. */

export const cardsOf = (notes: string): DraftCard[] => {
  const { cards, problems } = cardsFromNotes(notes)
  expect(problems).toEqual([])
  return cards
}

/** Front and back of each card. */
export const sidesOf = (notes: string): [string, string][] =>
  cardsOf(notes).map(({ front, back }) => [front, back])

/** The lines that no rule understands, with their numbers. */
export const problemsOf = (notes: string): [number, string][] =>
  cardsFromNotes(notes).problems.map(({ line, text }) => [line, text])
