import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CharacterStrokes, NamesCharacter } from '#src/offline/strokes.ts'
import { useRuntime, type Runtime } from './runtime.ts'
import { useAccountId } from './session/session-state.ts'

export type { CharacterStrokes }

/** Not kept as a reply: a downloaded card has its strokes in its own row. */
const strokesQuery = (runtime: Runtime, accountId: string, card: NamesCharacter) =>
  queryOptions({
    queryKey: ['strokes', card.id, card.front],
    queryFn: async ({ signal }) => (await runtime.account(accountId)).strokes(card, signal),
    enabled: accountId !== '',
    meta: { persist: false },
    staleTime: Infinity,
    retry: false,
  })

/**
 * How the one character is written that a card names: from this device, else from the server.
 * @returns undefined for any other card, and as long as the strokes are not to be had
 */
export function useStrokes(card: NamesCharacter): CharacterStrokes | undefined {
  const runtime = useRuntime()
  const accountId = useAccountId()
  return useQuery(strokesQuery(runtime, accountId, card)).data ?? undefined
}
