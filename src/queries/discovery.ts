import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import { queryStaleTimeMs } from '#contract/constants.ts'
import type { Api } from '#src/api/client.ts'
import { firstPage, nextPage } from './endless.ts'

/** Replies that are the same for every student; the worker may answer them from its cache. */
type Shared<K extends EndpointKey> = { reply: Reply<K>; isStored: boolean }

const callShared = async <K extends EndpointKey>(
  api: Api,
  key: K,
  input: Input<K>,
  signal: AbortSignal,
): Promise<Shared<K>> => {
  let isStored = false
  const call = api.call as (key: K, input: Input<K>, options: object) => Promise<Reply<K>>
  const reply = await call(key, input, { signal, onStoredReply: () => (isStored = true) })
  return { reply, isStored }
}

/** A stored answer never counts as fresh for the five-minute clock. */
const staleUnlessStored = (query: { state: { data?: { isStored: boolean } } }): number =>
  query.state.data?.isStored ? 0 : queryStaleTimeMs

/** The shelves of /resource: of all grades, or of one grade or stage; `isStored` when no server gave them. */
export function discoveryQuery(api: Api, gradeId?: string) {
  return queryOptions({
    queryKey: ['discovery', gradeId ?? 'all'],
    queryFn: ({ signal }): Promise<Shared<'GET /discovery'>> =>
      gradeId === undefined
        ? callShared(api, 'GET /discovery', {}, signal)
        : callShared(api, 'GET /discovery/grade/:gradeId', { gradeId }, signal),
    staleTime: staleUnlessStored,
  })
}

export function categoriesQuery(api: Api) {
  return queryOptions({
    queryKey: ['categories-tree'],
    queryFn: ({ signal }) => callShared(api, 'GET /categories-tree', {}, signal),
    staleTime: staleUnlessStored,
    select: (data) => data.reply,
  })
}

/** A pack as everybody may see it, with the cards that are open to all. */
export function itemQuery(api: Api, packId: string) {
  return queryOptions({
    queryKey: ['discovery-item', packId],
    queryFn: ({ signal }) => callShared(api, 'GET /discovery/card-pack/:id/item', { id: packId }, signal),
    staleTime: staleUnlessStored,
    select: (data) => data.reply,
  })
}

/** A pack's chapters and card titles. */
export function catalogueQuery(api: Api, packId: string) {
  return queryOptions({
    queryKey: ['card-catalogue', packId],
    queryFn: ({ signal }) => callShared(api, 'GET /card-packs/:id/card-catalogue', { id: packId }, signal),
    staleTime: staleUnlessStored,
    select: (data) => data.reply,
  })
}

/** A teacher and what the teacher has published. */
export function teacherQuery(api: Api, teacherId: string) {
  return queryOptions({
    queryKey: ['teacher', teacherId],
    queryFn: ({ signal }) =>
      callShared(api, 'GET /card-packs/teacher/:teacherId/card-packs', { teacherId }, signal),
    staleTime: staleUnlessStored,
    select: (data) => data.reply,
  })
}

/** Packs by Chinese words, pinyin or initials; endless. */
export function packSearchQuery(api: Api, keyword: string) {
  return infiniteQueryOptions({
    queryKey: ['search', 'card-packs', keyword],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /discovery/search/card-packs', { keyword, ...pageParam, limit: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    enabled: keyword !== '',
    meta: { persist: false },
  })
}

/** Single cards by their title. */
export function cardSearchQuery(api: Api, cardName: string, gradeId?: string) {
  return infiniteQueryOptions({
    queryKey: ['search', 'cards', cardName, gradeId ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /discovery/cards', { cardName, gradeId, ...pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    enabled: cardName !== '',
    meta: { persist: false },
  })
}
