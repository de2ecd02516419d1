import type { FetchInfiniteQueryOptions, InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { queryStaleTimeMs } from '#contract/constants.ts'
import type { UnlockedPack } from '#contract/packs.ts'
import type { Api } from '#src/api/client.ts'
import type { Account } from '#src/offline/account.ts'
import { isCurrent } from '#src/offline/pack-version.ts'
import { startDownload } from '../packs/downloads.ts'
import { firstPage, nextPage, type PageParam } from '../endless.ts'
import { askPrivateCatalogue, privatePacksPage, privatePacksQuery } from '../private-packs/generation.ts'
import { renewUnlocked, unlockedPage, unlockedQuery } from '../packs/packs.ts'
import type { Runtime } from '../runtime.ts'

/**
 * The list as it is in memory or on the disk while it counts as fresh, else as the server has it.
 * @throws what the call throws
 */
const fetchUnlessFresh = async <T, K extends QueryKey>(
  client: QueryClient,
  query: FetchInfiniteQueryOptions<T, Error, T, K, PageParam>,
): Promise<InfiniteData<T, PageParam>> => {
  const asked = { ...query, staleTime: queryStaleTimeMs }
  await client.fetchInfiniteQuery(asked)
  // A reply from the disk gets its age a turn later: only then does the second call know whether it is fresh.
  await new Promise((resolve) => setTimeout(resolve))
  return client.fetchInfiniteQuery(asked)
}

/** Every unlocked pack; 我的卡包 is renewed on the way, unless it is fresh enough. */
async function* walkUnlocked(
  api: Api,
  client: QueryClient,
  isFreshEnough: boolean,
): AsyncGenerator<UnlockedPack> {
  const pages = isFreshEnough
    ? [...(await fetchUnlessFresh(client, unlockedQuery(api, {}))).pages]
    : [...(await renewUnlocked(api, client))]
  for (let index = 0; index < pages.length; index += 1) {
    const page = pages[index]!
    yield* page.items
    const following = index === pages.length - 1 ? nextPage(page) : undefined
    if (following) pages.push(await unlockedPage(api, {}, following))
  }
}

/**
 * A page of 我的生成. The first is what every shelf shows from then on: the student may be offline when one does.
 */
const walkPrivatePacks = async (api: Api, client: QueryClient, page: number, isFreshEnough: boolean) => {
  const query = privatePacksQuery(api)
  if (isFreshEnough) {
    const here = (await fetchUnlessFresh(client, query)).pages[page - 1]
    if (here) return here
  }
  const reply = await privatePacksPage(api, { page })
  const hasMorePages = (client.getQueryData(query.queryKey)?.pages.length ?? 0) > 1
  if (page === 1 && hasMorePages) void client.invalidateQueries({ queryKey: query.queryKey })
  else if (page === 1) client.setQueryData(query.queryKey, { pages: [reply], pageParams: [firstPage] })
  return reply
}

/**
 * Brings the lists of the student's packs, and the packs themselves that are new or changed. The lists carry the
 * version of each pack, so that nothing else is asked of those that are here already.
 * @param options.downloads whether packs may come unasked; asked before each
 * @param options.isFreshEnough whether lists that count as fresh are taken as they are here
 */
export async function receivePacks(
  runtime: Runtime,
  client: QueryClient,
  account: Account,
  { downloads, isFreshEnough }: { downloads: () => boolean; isFreshEnough: boolean },
): Promise<void> {
  const stored = new Map((await account.packs()).map((pack) => [pack.packId, pack]))
  const keptAway = await account.keptAwayPacks()

  for await (const pack of walkUnlocked(runtime.api, client, isFreshEnough)) {
    if (!downloads()) break
    const isHere = isCurrent(stored.get(pack.id), pack, pack.catalogueVersion)
    if (isHere || keptAway.includes(pack.id)) continue
    await startDownload(runtime, account.id, pack, undefined, pack.catalogueVersion)
  }
  for (let page = 1, hasMore = true; hasMore && downloads(); page += 1) {
    const reply = await walkPrivatePacks(runtime.api, client, page, isFreshEnough)
    hasMore = reply.hasMore
    for (const pack of reply.items) {
      if (!downloads()) break
      if (isCurrent(stored.get(pack.id), pack, pack.updatedAt) || keptAway.includes(pack.id)) continue
      await startDownload(runtime, account.id, pack, askPrivateCatalogue, pack.updatedAt)
    }
  }
}
