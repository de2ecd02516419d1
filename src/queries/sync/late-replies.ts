import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Profile } from '#contract/account.ts'
import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import type { PrivatePack } from '#contract/generation.ts'
import type { CardPack } from '#contract/packs.ts'
import type { PackReviews } from '#contract/reviews.ts'
import type { Api } from '#src/api/client.ts'
import { firstPage } from '../endless.ts'
import { favoritesPerPage, favoritesQuery } from '../packs/packs.ts'
import type { WaitingCall } from './waiting-calls.ts'

/**
 * What the server said to calls that were sent late goes into the snapshots before the call stops waiting, so that
 * the screen never jumps back. One entry for each call that may be sent late.
 */
type LateReplies = {
  [K in EndpointKey]?: (client: QueryClient, reply: ReplyTo<K>, input: Input<K>, api: Api) => void
}

/** Null: what was to be removed was gone already. */
type ReplyTo<K extends EndpointKey> = K extends `DELETE ${string}` ? Reply<K> | null : Reply<K>

/** What only the disk has cannot be changed there: it is shown once more, and asked for again. */
const overtakeUnlessInMemory = (client: QueryClient, queryKey: QueryKey): void => {
  if (client.getQueryCache().find({ queryKey, exact: false }) === undefined)
    void client.invalidateQueries({ queryKey })
}

/** Renews 收藏 in the store as well: the student may be offline when it is shown next. */
const renewFavorites = async (api: Api, client: QueryClient): Promise<void> => {
  const query = favoritesQuery(api)
  const isInMemory = client.getQueryData(query.queryKey) !== undefined
  await client.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
  if (isInMemory) return void (await client.fetchInfiniteQuery({ ...query, staleTime: 0 }))
  const first = await api.call('GET /card-packs/favorites', { ...firstPage, limit: favoritesPerPage })
  client.setQueryData(query.queryKey, { pages: [first], pageParams: [firstPage] })
}

const takeFavorite = (
  client: QueryClient,
  { packId, favorited }: Reply<'POST /card-packs/:id/favorite'>,
  _input: unknown,
  api: Api,
): void => {
  overtakeUnlessInMemory(client, ['card-pack', packId])
  client.setQueryData<CardPack>(['card-pack', packId], (pack) => pack && { ...pack, favorited })
  void renewFavorites(api, client).catch(() => undefined)
}

type ReviewPages = InfiniteData<PackReviews>

const takeVote = (
  client: QueryClient,
  { reviewId, ...vote }: Reply<'POST /card-packs/reviews/:reviewId/like'>,
) => {
  overtakeUnlessInMemory(client, ['reviews'])
  client.setQueriesData<ReviewPages>(
    { queryKey: ['reviews'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((review) => (review.id === reviewId ? { ...review, ...vote } : review)),
        })),
      },
  )
}

/** Ratings and the order of the list have changed with it. */
const renewReviews = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: ['reviews'] })
  void client.invalidateQueries({ queryKey: ['card-pack'] })
}

type PrivatePages = InfiniteData<Reply<'GET /private-packs'>>

/** In its place, or before all others when it is new. */
const takePrivatePack = (client: QueryClient, pack: PrivatePack): void => {
  overtakeUnlessInMemory(client, ['private-packs'])
  client.setQueryData(['private-pack', pack.id], pack)
  client.setQueryData<PrivatePages>(['private-packs'], (list) => {
    const isKnown = list?.pages.some(({ items }) => items.some(({ id }) => id === pack.id))
    return (
      list && {
        ...list,
        pages: list.pages.map((page, index) => ({
          ...page,
          items: isKnown
            ? page.items.map((item) => (item.id === pack.id ? pack : item))
            : [...(index === 0 ? [pack] : []), ...page.items],
        })),
      }
    )
  })
}

/** Gone at once. The list is asked for again, because the packs on the server's next pages have moved up. */
const dropPrivatePack = (client: QueryClient, packId: string): void => {
  client.setQueryData<PrivatePages>(
    ['private-packs'],
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => id !== packId) })),
      },
  )
  void client.invalidateQueries({ queryKey: ['private-packs'] })
  client.removeQueries({ queryKey: ['private-pack', packId] })
}

/** Without the reply the review is gone, and its vote with it. */
const takeVoteBack = (client: QueryClient, reply: Parameters<typeof takeVote>[1] | null): void => {
  if (reply === null) renewReviews(client)
  else takeVote(client, reply)
}

const lateReplies: LateReplies = {
  'POST /card-packs/reviews/:reviewId/like': takeVote,
  'DELETE /card-packs/reviews/:reviewId/like': takeVoteBack,
  'POST /card-packs/reviews/:reviewId/dislike': takeVote,
  'DELETE /card-packs/reviews/:reviewId/dislike': takeVoteBack,
  'POST /card-packs/:id/reviews': (client, mine, { id }) => {
    client.setQueryData<ReviewPages>(
      ['reviews', id],
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, mine })) },
    )
    renewReviews(client)
  },
  'DELETE /card-packs/reviews/:reviewId': (client) => {
    client.setQueriesData<ReviewPages>(
      { queryKey: ['reviews'] },
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, mine: null })) },
    )
    renewReviews(client)
  },
  'PUT /profile': (client, profile) => client.setQueryData(['profile'], profile),
  'POST /themes/select/:id': (client, currentTheme) =>
    client.setQueryData<Profile>(['profile'], (profile) => profile && { ...profile, currentTheme }),
  'POST /card-packs/:id/favorite': takeFavorite,
  'DELETE /card-packs/:id/favorite': (client, reply, input, api) =>
    reply === null ? undefined : takeFavorite(client, reply, input, api),
  'POST /private-packs': takePrivatePack,
  'PUT /private-packs/:packId': takePrivatePack,
  'PUT /private-packs/:packId/cards': takePrivatePack,
  'DELETE /private-packs/:packId/cards/:cardId': (client, pack, { packId }) => {
    if (pack === null) dropPrivatePack(client, packId)
    else takePrivatePack(client, pack)
  },
  'DELETE /private-packs/:packId': (client, _reply, { packId }) => dropPrivatePack(client, packId),
}

type Taker = (client: QueryClient, reply: unknown, input: unknown, api: Api) => void

/** The reply's type belongs to its endpoint: the outbox keeps both as they were sent. */
export function takeLateReply(
  api: Api,
  client: QueryClient,
  { endpoint, input }: Pick<WaitingCall, 'endpoint' | 'input'>,
  reply: unknown,
): void {
  return (lateReplies[endpoint] as Taker | undefined)?.(client, reply, input, api)
}
