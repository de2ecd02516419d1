import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountId, idOf, newDevice } from '#tests/support/device-facts.ts'
import { queryStaleTimeMs } from '#contract/constants.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { clearQueryStorage } from './query-database.ts'
import { createQueryStorage } from './query-storage.ts'

/** A new page of this account, with nothing in memory. @param aheadMs by how much the server's clock is ahead of the device's */
const page = (id = accountId, aheadMs = 0) => {
  const storage = createQueryStorage(id, () => Promise.resolve(Date.now() + aheadMs))
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, persister: storage.persisterFn } },
  })
  return { client, storage }
}
const offline = () => Promise.reject(new TypeError('fetch failed'))
/** Lets storage that nothing waits for do its work. */
const quiet = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
}

/** What a new page finds on the disk; undefined: nothing. */
const storedFor = async (id = accountId): Promise<unknown> => {
  const { client } = page(id)
  return client
    .fetchQuery({ queryKey: ['pack'], queryFn: offline, staleTime: Infinity })
    .catch(() => undefined)
}

const store = async (client: QueryClient, value: unknown) => {
  await client.fetchQuery({ queryKey: ['pack'], queryFn: () => Promise.resolve(value) })
  await quiet()
}

beforeEach(() => {
  newDevice()
})

describe('replies kept on the device', () => {
  test('are there for the next page, network or not', async () => {
    await store(page().client, { title: '唐诗' })
    expect(await storedFor()).toEqual({ title: '唐诗' })
  })

  test('are there for their own account alone', async () => {
    await store(page().client, { title: '唐诗' })
    expect(await storedFor(idOf(1))).toBeUndefined()
  })

  test('are asked for again when they are no longer fresh, and a failure of that is no uncaught error', async () => {
    await store(page().client, { title: '唐诗' })
    const watch = async (queryFn: () => Promise<unknown>) => {
      const { client } = page()
      new QueryObserver(client, { queryKey: ['pack'], queryFn, staleTime: 0 }).subscribe(() => {})
      await expect.poll(() => client.getQueryState(['pack'])?.fetchStatus).toBe('idle')
      await quiet()
      return client.getQueryState(['pack'])
    }
    // The test runner fails on an uncaught rejection.
    expect(await watch(offline)).toMatchObject({ data: { title: '唐诗' }, status: 'error' })
    expect(await watch(() => Promise.resolve({ title: '宋词' }))).toMatchObject({ data: { title: '宋词' } })
  })

  /** How often a page asks for what an earlier page has stored, when the server's clock is ahead by so much. */
  const asksWhenAheadBy = async (aheadMs: number) => {
    const { client } = page(accountId, aheadMs)
    let asks = 0
    const queryFn = () => Promise.resolve(`asked ${(asks += 1)} times`)
    new QueryObserver(client, { queryKey: ['pack'], queryFn, staleTime: queryStaleTimeMs }).subscribe(
      () => {},
    )
    await expect.poll(() => client.getQueryState(['pack'])?.fetchStatus).toBe('idle')
    await quiet()
    return asks
  }

  test('are asked for again once they are five minutes old by the server, whatever the device says', async () => {
    // The device is an hour ahead when it stores. The last minute is the test's own to spend.
    const aheadMs = -3_600_000
    await store(page(accountId, aheadMs).client, { title: '唐诗' })
    expect(await asksWhenAheadBy(aheadMs + queryStaleTimeMs - 60_000)).toBe(0)
    expect(await asksWhenAheadBy(aheadMs + queryStaleTimeMs)).toBe(1)
  })

  test('are asked for again when they are dated ahead of the server', async () => {
    await store(page(accountId, 60_000).client, { title: '唐诗' })
    expect(await asksWhenAheadBy(0)).toBe(1)
  })

  test('are asked for again when an action has overtaken them, and only they', async () => {
    const { client, storage } = page()
    await store(client, { title: '唐诗' })
    await storage.overtake(['pac'])
    expect(await asksWhenAheadBy(0)).toBe(0)
    await storage.overtake(['pack'])
    expect(await asksWhenAheadBy(0)).toBe(1)
  })

  test('cost no screen when the disk is full', async () => {
    const makeRoom = fillDisk()
    await store(page().client, { title: '唐诗' })
    makeRoom()
    expect(await storedFor()).toBeUndefined()
  })

  test('are gone after the sign-out', async () => {
    await store(page().client, { title: '唐诗' })
    await clearQueryStorage(accountId)
    expect(await storedFor()).toBeUndefined()
  })

  test('that were under way at the sign-out are not stored after it', async () => {
    const { client } = page()
    let answer: (value: string) => void = () => {}
    const fetching = client.fetchQuery({
      queryKey: ['pack'],
      queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
    })
    await quiet()
    await clearQueryStorage(accountId)
    answer('late')
    await fetching
    await quiet()
    expect(await storedFor()).toBeUndefined()
  })

  test('are kept again when the same student comes back without a reload', async () => {
    await store(page().client, { title: '唐诗' })
    await clearQueryStorage(accountId)
    await store(page().client, { title: '宋词' })
    expect(await storedFor()).toEqual({ title: '宋词' })
  })
})
