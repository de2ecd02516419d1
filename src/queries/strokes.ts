import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Card } from '#contract/packs.ts'
import { characterOf, type StrokeData } from '#contract/stroke-order.ts'
import { useRuntime, type Runtime } from './runtime.ts'
import { useAccountId } from './session-state.ts'

/** Not kept as a reply: a downloaded card has its strokes in its own row. */
const strokesQuery = (runtime: Runtime, accountId: string, cardId: string, character: string | null) =>
  queryOptions({
    queryKey: ['strokes', cardId, character],
    queryFn: async ({ signal }) =>
      character === null ? null : (await runtime.account(accountId)).strokes(cardId, character, signal),
    enabled: character !== null && accountId !== '',
    meta: { persist: false },
    staleTime: Infinity,
    retry: false,
  })

export type CharacterStrokes = { character: string; strokes: StrokeData }

/**
 * How the one character is written that a card names: from this device, else from the server.
 * @returns undefined for any other card, and as long as the strokes are not to be had
 */
export const useStrokes = (card: Pick<Card, 'id' | 'front'>): CharacterStrokes | undefined => {
  const runtime = useRuntime()
  const accountId = useAccountId()
  const character = characterOf(card.front)
  const { data } = useQuery(strokesQuery(runtime, accountId, card.id, character))
  return character !== null && data ? { character, strokes: data } : undefined
}
