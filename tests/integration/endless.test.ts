import { randomUUID } from 'node:crypto'
import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApi, type Api } from '#src/api/client.ts'
import { cardSearchQuery, packSearchQuery } from '#src/queries/discovery.ts'
import { itemsOf } from '#src/queries/endless.ts'
import { privatePacksQuery } from '#src/queries/private-packs/generation.ts'
import { takeLateReply } from '#src/queries/sync/late-replies.ts'
import { favoritesQuery, renewUnlocked, unlockedQuery } from '#src/queries/packs/packs.ts'
import { reviewsQuery } from '#src/queries/packs/reviews.ts'
import { balanceHistoryQuery } from '#src/queries/wallet.ts'
import { jihePack, smallLibrary } from '#tests/support/library-files.ts'
import { createPrivatePack } from '#tests/support/private-packs.ts'
import { loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { createNetwork, type Network } from './network.ts'

/** The page's endless lists against the real server, while the lists change. */

const perPage = 30
/** Of 我的卡包. */
const unlockedPerPage = 50
const reviewsPerPage = 20
// Filling the lists takes a while where the machine is busy.
const fillingMs = 120_000

let server: TestServer
let student: TestStudent
let network: Network
let api: Api
let client: QueryClient

const packFile = (id: string): string =>
  jihePack.replace('id: jihe', `id: ${id}`).replace('title: 平面几何定理', `title: 平面几何定理${id}`)

const otherPacks = Array.from({ length: unlockedPerPage }, (_, index) => `more-${index}`)

const allPackIds = async (): Promise<string[]> => {
  const rows = await server.deps.database.db
    .selectFrom('card_packs')
    .select('id')
    .where('owner_id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** More than one page of everything that a student has lists of. */
const fillLists = async (): Promise<void> => {
  await loadTestLibrary(server.deps, {
    ...smallLibrary,
    ...Object.fromEntries(otherPacks.map((id) => [`packs/${id}.yaml`, packFile(id)])),
  })
  const { db } = server.deps.database
  const { studentId } = student
  const startMs = server.clock.now().getTime()
  const rows = (await allPackIds()).map((pack_id, index) => ({
    student_id: studentId,
    pack_id,
    at: new Date(startMs + index * 1000),
  }))
  await db
    .insertInto('unlocks')
    .values(
      rows.map(({ at, ...row }) => ({ ...row, payment_method: 'balance', charged: 0, unlocked_at: at })),
    )
    .execute()
  await db
    .insertInto('favorites')
    .values(rows.map(({ at, ...row }) => ({ ...row, created_at: at })))
    .execute()
  server.clock.advance(rows.length * 1000)
  for (let count = 0; count <= perPage; count += 1) {
    server.clock.advance(1000)
    await createPrivatePack(student.call, { subjectId: 'shuxue', cards: [] })
    await server.deps.database.transaction((tx) =>
      server.deps.wallet.post(tx, studentId, { kind: 'recharge', reference: randomUUID(), amount: 1 }),
    )
  }
  for (let count = 0; count <= reviewsPerPage; count += 1) {
    const critic = await server.signIn()
    await server.unlock(critic.studentId, tang.packId)
    await critic.call('POST /card-packs/:id/reviews', { id: tang.packId, rating: 4 })
  }
  server.clock.advance(1000)
}

beforeAll(async () => {
  server = await startTestServer()
  student = await server.signIn()
  await fillLists()
}, fillingMs)
afterAll(() => server.close())
beforeEach(() => {
  network = createNetwork(server.app)
  api = createApi({ host: '', accessToken: () => student.token, fetch: network.fetch })
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => client.clear())

const asked = () =>
  network.arrived.map(({ request }) => {
    const { pathname, searchParams } = new URL(request.split(' ')[1] ?? '', 'http://zhika')
    return { path: pathname, page: searchParams.get('page'), asOf: searchParams.get('asOf') }
  })

type Pages = Promise<InfiniteData<{ items: readonly { id: string }[]; asOf: string }>>
const pages = 2

describe('an endless list', () => {
  test.each<[string, () => Pages]>([
    ['unlocked packs', () => client.fetchInfiniteQuery({ ...unlockedQuery(api, {}), pages })],
    ['favourites', () => client.fetchInfiniteQuery({ ...favoritesQuery(api), pages })],
    ['packs found', () => client.fetchInfiniteQuery({ ...packSearchQuery(api, '几何'), pages })],
    ['cards found', () => client.fetchInfiniteQuery({ ...cardSearchQuery(api, '对顶'), pages })],
    ['reviews', () => client.fetchInfiniteQuery({ ...reviewsQuery(api, tang.packId), pages })],
    ['private packs', () => client.fetchInfiniteQuery({ ...privatePacksQuery(api), pages })],
    ['coins', () => client.fetchInfiniteQuery({ ...balanceHistoryQuery(api, 'income'), pages })],
  ])('of %s asks for its second page as of the first', async (_, fetchTwoPages) => {
    const data = await fetchTwoPages()
    const [first, second] = asked()
    expect(data.pages).toHaveLength(2)
    expect(data.pages[1]?.items.length).toBeGreaterThan(0)
    expect(first).toMatchObject({ page: '1', asOf: null })
    expect(second).toEqual({ path: first?.path, page: '2', asOf: data.pages[0]?.asOf })
  })
})

describe('我的卡包', () => {
  test('shows nothing twice and loses nothing while another device unlocks a pack', async () => {
    const before = await allPackIds()
    const observer = new InfiniteQueryObserver(client, unlockedQuery(api, {}))
    const stop = observer.subscribe(() => {})
    await observer.refetch()
    server.clock.advance(1000)
    const bought = await server.insertPack({ priceCoins: 0 })
    const otherDevice = await server.signIn(student.phone)
    await otherDevice.call('POST /card-packs/:id/unlock', { id: bought.packId })

    const { data } = await observer.fetchNextPage()
    const shown = data?.pages.flatMap((page) => page.items.map(({ id }) => id))
    expect(shown?.toSorted()).toEqual(before.toSorted())

    await renewUnlocked(api, client)
    const renewed = itemsOf(observer.getCurrentResult().data)?.map(({ id }) => id)
    expect(renewed?.[0]).toBe(bought.packId)
    expect(renewed?.toSorted()).toEqual([...before, bought.packId].toSorted())
    stop()
  })

  test('goes on from the page that was fetched before any screen showed the list', async () => {
    await renewUnlocked(api, client)
    const observer = new InfiniteQueryObserver(client, { ...unlockedQuery(api, {}), staleTime: Infinity })
    const stop = observer.subscribe(() => {})
    const { data } = await observer.fetchNextPage()
    expect(asked().map(({ page }) => page)).toEqual(['1', '2'])
    expect(asked()[1]?.asOf).toBe(data?.pages[0]?.asOf)
    stop()
  })
})

describe('我的生成', () => {
  const idsOf = (observer: { getCurrentResult: () => { data?: Shown | undefined } }) =>
    itemsOf(observer.getCurrentResult().data)?.map(({ id }) => id)
  type Shown = { pages: { items: { id: string }[] }[] }

  /** The first page is on the screen; a pack of it is deleted, and the server has said so. */
  const deleteFirst = async () => {
    const observer = new InfiniteQueryObserver(client, privatePacksQuery(api))
    const stop = observer.subscribe(() => {})
    await observer.refetch()
    const packId = idsOf(observer)?.[0] ?? ''
    const call = { endpoint: 'DELETE /private-packs/:packId', input: { packId } } as const
    return {
      observer,
      stop,
      packId,
      tell: async () => takeLateReply(api, client, call, await student.call(call.endpoint, call.input)),
    }
  }
  const storedIds = async () => {
    const pagesOf = [1, 2].map((page) => student.call('GET /private-packs', { page, limit: perPage }))
    return (await Promise.all(pagesOf)).flatMap(({ data }) => data.items.map(({ id }) => id))
  }

  test('loses no pack of the next page when one is deleted', async () => {
    const { observer, stop, packId, tell } = await deleteFirst()
    await tell()
    expect(idsOf(observer)).not.toContain(packId)
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
    if (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
    expect(idsOf(observer)).toEqual(await storedIds())
    stop()
  })

  test('stays as it is, without the deleted pack, when the network is gone by then', async () => {
    const { observer, stop, packId, tell } = await deleteFirst()
    const before = idsOf(observer)
    network.meet(['offline'])
    await tell()
    await expect.poll(() => observer.getCurrentResult().isRefetchError).toBe(true)
    expect(idsOf(observer)).toEqual(before?.filter((id) => id !== packId))

    await client.refetchQueries({ type: 'active', stale: true })
    expect(idsOf(observer)).toEqual((await storedIds()).slice(0, perPage))
    stop()
  })
})
