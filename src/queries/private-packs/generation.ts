import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { PrivateCard } from '#contract/generation.ts'
import type { Named } from '#contract/wire.ts'
import { labelOf } from '#contract/private-card.ts'
import type { Api } from '#src/api/client.ts'
import type { AskCatalogue } from '#src/offline/library.ts'
import { categoriesQuery } from '../discovery.ts'
import { firstPage, itemsOf, nextPage, type PageParam } from '../endless.ts'
import { parsePrivateCards } from './parse-private-cards.ts'
import {
  cardsOfPack,
  createPack,
  createPackCalls,
  putCardCall,
  removeCardCall,
  removePackCall,
  renamePackCall,
  type NewPack,
} from './private-pack-calls.ts'
import { ownPack, ownPacks, type OwnPack } from './private-pack-changes.ts'
import { useRuntime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'
import { useEnqueue, useKnownWaitingCalls, useRefusedCalls, useWaitingCalls } from '../sync/waiting-calls.ts'

/** A student's private packs. Every change is shown at once and sent now or when there is a network. */

export function privatePacksPage(api: Api, page: PageParam, signal?: AbortSignal) {
  return api.call('GET /private-packs', { limit: 30, ...page }, { signal })
}

/** 我的生成, newest first; endless. */
export function privatePacksQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['private-packs'],
    queryFn: ({ pageParam, signal }) => privatePacksPage(api, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

const privatePackQuery = (api: Api, packId: string) =>
  queryOptions({
    queryKey: ['private-pack', packId],
    queryFn: ({ signal }) => api.call('GET /private-packs/:packId', { packId }, { signal }),
  })

/** A private pack's catalogue, for its download. */
export const askPrivateCatalogue: AskCatalogue = async (api, packId, signal) =>
  (await api.call('GET /private-packs/:packId', { packId }, { signal })).catalogue

export type RefusedPack = OwnPack & {
  /** What the server said; undefined when an older app heard it. */
  reason: string | undefined
}

/** Packs that the server did not take, e.g. for a formula that it cannot read: whole, to be mended. */
export function useRefusedPacks(): RefusedPack[] {
  const calls = useRefusedCalls() ?? []
  return calls
    .filter((call) => call.endpoint === createPack)
    .flatMap((call) => {
      const pack = ownPack(String(call.input.packId), undefined, calls)
      return pack ? [{ ...pack, reason: call.refusalMessage }] : []
    })
}

export function usePrivatePacks() {
  const { api } = useRuntime()
  const calls = useWaitingCalls()
  const query = useInfiniteQuery(privatePacksQuery(api))
  const saved = itemsOf(query.data)
  const packs = ownPacks(saved ?? [], calls)
  return { ...query, packs: saved === undefined && packs.length === 0 ? undefined : packs }
}

/**
 * A pack with its cards. `saved` is what the server has of it; `isRefused`: it declined some of the changes, for
 * `refusal` if it said so; they are shown as they were written, so that they can be mended.
 */
export function usePrivatePack(packId: string) {
  const { api } = useRuntime()
  const known = useKnownWaitingCalls()
  const calls = known ?? []
  const refused = (useRefusedCalls() ?? []).filter(
    (call) => call.endpoint === cardsOfPack && call.input.packId === packId,
  )
  const isMade =
    known !== undefined && !calls.some((call) => call.endpoint === createPack && call.input.packId === packId)
  const query = useQuery({ ...privatePackQuery(api, packId), enabled: isMade })
  const pack = ownPack(packId, query.data, [...refused, ...calls])
  return {
    ...query,
    saved: query.data,
    pack,
    isRefused: refused.length > 0,
    refusal: refused[0]?.refusalMessage,
  }
}

/** What a student does with private packs. Each resolves when it is safe on this device. */
export function usePrivatePackActions() {
  const enqueue = useEnqueue()
  const { account, api } = useRuntime()
  const client = useQueryClient()
  const accountId = useAccountId()
  const subjectOf = ({ subjectId }: OwnPack): Named => {
    const tree = client.getQueryData(categoriesQuery(api).queryKey)?.reply
    const subjects = tree?.grades.flatMap((grade) => grade.subjects) ?? []
    return { id: subjectId, name: subjects.find(({ id }) => id === subjectId)?.name ?? '' }
  }
  return {
    create: async (pack: NewPack): Promise<void> => {
      for (const call of createPackCalls(pack)) await enqueue(...call)
    },
    /**
     * Makes a pack that waits for its upload ready to be studied on this device.
     * @throws when a card cannot be shown here, e.g. a formula whose parser is out of reach
     */
    keepHere: async (pack: OwnPack): Promise<void> => {
      const cards = await parsePrivateCards(pack.id, pack.cards)
      const head = { id: pack.id, title: pack.title, label: labelOf(pack.title), subject: subjectOf(pack) }
      await (await account(accountId)).keepOwnPack(head, cards)
    },
    /** Shows a changed card on this device before the server has it. */
    keepCardHere: async (packId: string, card: PrivateCard): Promise<void> => {
      const [parsed] = await parsePrivateCards(packId, [card])
      if (parsed) await (await account(accountId)).keepOwnCard(parsed)
    },
    /** Forgets what the server did not take of a pack. */
    dropRefused: async (packId: string): Promise<void> => {
      const opened = await account(accountId)
      const calls = (await opened.refusedCalls()).filter((call) => call.input.packId === packId)
      for (const call of calls) await opened.dropCalls(call.coalesceKey)
      if (calls.some((call) => call.endpoint === createPack)) await opened.removePack(packId)
    },
    rename: (packId: string, fields: { title: string; gradeId: string; subjectId: string }) =>
      enqueue(...renamePackCall(packId, fields)),
    remove: async (packId: string): Promise<void> => {
      await enqueue(...removePackCall(packId))
      await (await account(accountId)).removePack(packId)
    },
    putCard: (packId: string, card: PrivateCard) => enqueue(...putCardCall(packId, card)),
    removeCard: (packId: string, cardId: string) => enqueue(...removeCardCall(packId, cardId)),
  }
}
