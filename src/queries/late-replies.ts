import type { QueryClient } from '@tanstack/react-query'
import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import type { CardPack } from '#contract/packs.ts'
import type { WaitingCall } from './waiting-calls.ts'

/**
 * What the server said to calls that were sent late goes into the snapshots before the call stops waiting, so that
 * the screen never jumps back. One entry for each call that may be sent late.
 */
type LateReplies = {
  [K in EndpointKey]?: (client: QueryClient, reply: Reply<K>, input: Input<K>) => void
}

const takeFavorite = (client: QueryClient, { packId, favorited }: Reply<'POST /card-packs/:id/favorite'>) => {
  client.setQueryData<CardPack>(['card-pack', packId], (pack) => pack && { ...pack, favorited })
  void client.invalidateQueries({ queryKey: ['favorites'] })
}

const lateReplies: LateReplies = {
  'PUT /profile': (client, profile) => client.setQueryData(['profile'], profile),
  'POST /card-packs/:id/favorite': takeFavorite,
  'DELETE /card-packs/:id/favorite': takeFavorite,
}

type Taker = (client: QueryClient, reply: unknown, input: unknown) => void

/** The reply's type belongs to its endpoint: the outbox keeps both as they were sent. */
export const takeLateReply = (
  client: QueryClient,
  { endpoint, input }: Pick<WaitingCall, 'endpoint' | 'input'>,
  reply: unknown,
): void => (lateReplies[endpoint] as Taker | undefined)?.(client, reply, input)
