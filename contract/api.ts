import type { Static, TSchema } from 'typebox'
import { accountEndpoints } from './endpoints/account.ts'
import { discoveryEndpoints } from './endpoints/discovery.ts'
import { generationEndpoints } from './endpoints/generation.ts'
import { packEndpoints } from './endpoints/packs.ts'
import { studyEndpoints } from './endpoints/study.ts'
import { themeEndpoints } from './endpoints/themes.ts'
import { walletEndpoints } from './endpoints/wallet.ts'

/**
 * Every call, keyed as the specification writes it, below `/api/client`; one table per word stands in
 * `endpoints/`. The server binds a handler to each key; the page calls `call('METHOD /path', input)`, where the
 * input is the union of params, query and body. Changes are additive only: installed apps live for months.
 */
export const endpoints = {
  ...accountEndpoints,
  ...discoveryEndpoints,
  ...packEndpoints,
  ...walletEndpoints,
  ...studyEndpoints,
  ...themeEndpoints,
  ...generationEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

type PartOf<K extends EndpointKey, P extends 'params' | 'query' | 'body'> =
  Endpoints[K] extends Record<P, infer S extends TSchema> ? Static<S> : unknown

/** What a call takes: params, query and body in one flat object. */
export type Input<K extends EndpointKey> = PartOf<K, 'params'> & PartOf<K, 'query'> & PartOf<K, 'body'>
/** What a successful call gives, unwrapped. */
export type Reply<K extends EndpointKey> = Static<Endpoints[K]['reply']>
