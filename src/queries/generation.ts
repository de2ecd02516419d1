import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { PrivateCard } from '#contract/generation.ts'
import type { Named } from '#contract/wire.ts'
import { labelOf } from '#contract/private-card.ts'
import type { Api } from '#src/api/client.ts'
import type { AskCatalogue } from '#src/offline/library.ts'
import { categoriesQuery } from './discovery.ts'
import { firstPage, itemsOf, nextPage, type PageParam } from './endless.ts'
import { pressPrivateCards } from './press-private-cards.ts'
import { cardBatches } from './private-pack-batches.ts'
import { ownPack, ownPacks, type OwnPack } from './private-pack-changes.ts'
import { useRuntime } from './runtime.ts'
import { useAccountId } from './session-state.ts'
import { useEnqueue, useKnownWaitingCalls, useRefusedCalls, useWaitingCalls } from './waiting-calls.ts'

/** A student's private packs. Every change is shown at once and sent now or when there is a network. */

const privatePacksPage = (api: Api, page: PageParam, signal?: AbortSignal) =>
  api.call('GET /private-packs', { limit: 30, ...page }, { signal })

/** 我的生成, newest first; endless. */
export const privatePacksQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['private-packs'],
    queryFn: ({ pageParam, signal }) => privatePacksPage(api, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

/**
 * A page of the list, for those who go through all of it unasked. The first stands where no screen has shown the list
 * yet: the student may be offline when one does.
 */
export const walkPrivatePacks = async (api: Api, client: QueryClient, page: number) => {
  const reply = await privatePacksPage(api, { page })
  const { queryKey } = privatePacksQuery(api)
  if (page === 1 && client.getQueryData(queryKey) === undefined) {
    client.setQueryData(queryKey, { pages: [reply], pageParams: [firstPage] })
  }
  return reply
}

const createPack = 'POST /private-packs'
const cardsOfPack = 'PUT /private-packs/:packId/cards'

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
export const useRefusedPacks = (): RefusedPack[] => {
  const calls = useRefusedCalls() ?? []
  return calls
    .filter((call) => call.endpoint === createPack)
    .flatMap((call) => {
      const pack = ownPack(String(call.input.packId), undefined, calls)
      return pack ? [{ ...pack, reason: call.refusalMessage }] : []
    })
}

export const usePrivatePacks = () => {
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
export const usePrivatePack = (packId: string) => {
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

export type NewPack = {
  packId: string
  title: string
  gradeId: string
  subjectId: string
  cards: readonly PrivateCard[]
}

/** What a student does with private packs. Each resolves when it is safe on this device. */
export const usePrivatePackActions = () => {
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
    create: async ({ cards, ...pack }: NewPack): Promise<void> => {
      const [first = [], ...rest] = cardBatches(cards)
      await enqueue(createPack, { ...pack, cards: first }, `private-pack:${pack.packId}`)
      for (const [index, batch] of rest.entries()) {
        await enqueue(
          cardsOfPack,
          { packId: pack.packId, cards: batch },
          `private-cards:${pack.packId}:${index}`,
        )
      }
    },
    /**
     * Makes a pack that waits for its upload ready to be studied on this device.
     * @throws when a card cannot be shown here, e.g. a formula whose parser is out of reach
     */
    keepHere: async (pack: OwnPack): Promise<void> => {
      const cards = await pressPrivateCards(pack.id, pack.cards)
      const head = { id: pack.id, title: pack.title, label: labelOf(pack.title), subject: subjectOf(pack) }
      await (await account(accountId)).keepOwnPack(head, cards)
    },
    /** Forgets what the server did not take of a pack. */
    dropRefused: async (packId: string): Promise<void> => {
      const opened = await account(accountId)
      const calls = (await opened.refusedCalls()).filter((call) => call.input.packId === packId)
      for (const call of calls) await opened.dropCalls(call.coalesceKey)
      if (calls.some((call) => call.endpoint === createPack)) await opened.removePack(packId)
    },
    rename: (packId: string, fields: { title: string; gradeId: string; subjectId: string }) =>
      enqueue('PUT /private-packs/:packId', { packId, ...fields }, `private-pack-name:${packId}`),
    remove: async (packId: string): Promise<void> => {
      await enqueue('DELETE /private-packs/:packId', { packId }, `private-pack-removal:${packId}`)
      await (await account(accountId)).removePack(packId)
    },
    putCard: (packId: string, card: PrivateCard) =>
      enqueue(cardsOfPack, { packId, cards: [card] }, `private-card:${card.id}`),
    removeCard: (packId: string, cardId: string) =>
      enqueue(
        'DELETE /private-packs/:packId/cards/:cardId',
        { packId, cardId },
        `private-card-removal:${cardId}`,
      ),
  }
}
