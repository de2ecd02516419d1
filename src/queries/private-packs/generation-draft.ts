import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PrivateCard } from '#contract/generation.ts'
import type { NotesFormat, Problem } from '#src/generator/draft-card.ts'

/** A card under review: it keeps its id when the pack is saved. */
export type DraftedCard = PrivateCard & { chapter?: string | undefined }

export type GenerationDraft = {
  text: string
  format: NotesFormat
  title: string
  /** Empty until chosen. */
  gradeId: string
  subjectId: string
  cards: readonly DraftedCard[]
  problems: readonly Problem[]
  /** Of notes that were begun while the cards of earlier ones still wait: those keep their own. */
  next?: Partial<Pick<GenerationDraft, 'title' | 'gradeId' | 'subjectId'>>
  /** The pack's id, kept so that saving twice makes one pack; empty before the first cards. */
  packId: string
}

const emptyDraft: GenerationDraft = {
  text: '',
  format: 'notes',
  title: '',
  gradeId: '',
  subjectId: '',
  cards: [],
  problems: [],
  packId: '',
}

const queryKey = ['generation-draft']

/**
 * The notes and cards of this account that are not saved yet, on this device alone. Kept as a row of the account's
 * query database, not in the first frame's slice: notes are long. Undefined until read.
 */
export function useGenerationDraft() {
  const client = useQueryClient()
  const { data: draft } = useQuery({
    queryKey,
    queryFn: () => emptyDraft,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return {
    draft,
    /** Lays the fields over what is there at the moment of the call. */
    change: (fields: Partial<GenerationDraft>): void =>
      void client.setQueryData<GenerationDraft>(queryKey, (now) => ({ ...(now ?? emptyDraft), ...fields })),
    /** Grade and subject stay: the next notes are often of the same ones. */
    clear: (): void =>
      void client.setQueryData<GenerationDraft>(queryKey, (now) => ({
        ...emptyDraft,
        gradeId: now?.next?.gradeId ?? now?.gradeId ?? '',
        subjectId: now?.next?.subjectId ?? now?.subjectId ?? '',
      })),
  }
}

export function isDraftEmpty(draft: GenerationDraft): boolean {
  return draft.text.trim() === '' && draft.cards.length === 0
}
