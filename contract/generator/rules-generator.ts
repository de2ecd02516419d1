import type { Generator } from './generator.ts'
import { cardsFromNotes } from './notes.ts'
import { cardsFromTable } from './table-file.ts'

/** Makes cards by rules alone: the same on page and server, without a network. Text of any form is taken. */
export const rulesGenerator: Generator = {
  name: 'rules',
  generate: async ({ text, format }, { signal, onProgress } = {}) => {
    if (signal?.aborted) throw signal.reason
    const generation = format === 'table' ? cardsFromTable(text) : cardsFromNotes(text)
    onProgress?.(generation)
    return generation
  },
}
