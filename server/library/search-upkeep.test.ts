import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { searchTiers } from '#server/sql/search-tiers.ts'
import { loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { smallLibrary, tangPack } from '#tests/support/library-files.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startSearchUpkeep } from './search-upkeep.ts'

const server = await serverOfFile()
const student = await server.signIn()
beforeEach(async () => {
  await loadTestLibrary(server.deps)
  server.clock.advance(10 * 60_000)
})

const db = () => server.deps.database.db
const takeTurn = async (clock = server.deps.clock): Promise<boolean> => {
  const { turn, stop } = startSearchUpkeep({ ...server.deps, clock, every: () => () => {} })
  const taken = await turn()
  await stop()
  return taken
}
const found = async (word: string): Promise<number> =>
  (await student.call('GET /discovery/cards', { cardName: word })).data.total
const entries = () =>
  db()
    .selectFrom('search_entries')
    .select(['id', 'title', 'text', sql<string>`tokens::text`.as('tokens')])
    .orderBy('id')
    .execute()
const tierOfTang = async () =>
  (await db().selectFrom('search_packs').select('tier').where('pack_id', '=', tang.packId).executeTakeFirst())
    ?.tier

describe('entries of search', () => {
  it('are written for packs that were there before there were entries', async () => {
    const written = await entries()
    await db().deleteFrom('search_packs').execute()
    expect(await found('静夜思')).toBe(0)
    expect(await takeTurn()).toBe(true)
    expect(await entries()).toEqual(written)
    expect(await found('静夜思')).toBe(1)
  })

  it('are the same when two processes write them at once, and one that dies leaves the rest to the next', async () => {
    const written = await entries()
    await db().deleteFrom('search_packs').execute()
    const { indexStalePacks } = await import('./search-entries.repository.ts')
    const { findStalePacks } = await import('./stale-packs.repository.ts')
    const stale = await findStalePacks(db(), { limit: 10 })
    expect(stale).toHaveLength(2)
    await Promise.all(
      [stale, stale.toReversed()].map((ids) =>
        server.deps.database.transaction((tx) => indexStalePacks(tx, ids, server.clock.now())),
      ),
    )
    expect(await entries()).toEqual(written)
    expect(await findStalePacks(db(), { limit: 10 })).toEqual([])
  })

  it('follow what an older process writes', async () => {
    const now = server.clock.now()
    await db().updateTable('cards').set({ title: '关雎' }).where('id', '=', tang.previews[0]).execute()
    await db().updateTable('card_packs').set({ updated_at: now }).where('id', '=', tang.packId).execute()
    await takeTurn()
    expect([await found('静夜思'), await found('guanju')]).toEqual([0, 1])
    await db()
      .updateTable('card_packs')
      .set({ removed_at: now, updated_at: now })
      .where('id', '=', tang.packId)
      .execute()
    server.clock.advance(10 * 60_000)
    await takeTurn()
    expect((await entries()).filter(({ text }) => text.includes('关雎'))).toEqual([])
    await loadTestLibrary(server.deps, {
      ...smallLibrary,
      'packs/tang.yaml': tangPack.replace('summary: 名句', 'summary: 名家'),
    })
    expect([await found('静夜思'), await found('关雎')]).toEqual([1, 0])
  })

  it('are kept by one process at a time', async () => {
    expect(await takeTurn()).toBe(true)
    expect(await takeTurn()).toBe(false)
    server.clock.advance(5 * 60_000)
    expect(await takeTurn()).toBe(true)
  })

  it('are kept by one process at a time, also when its turn takes longer than its lease', async () => {
    for (let packs = 0; packs < 15; packs += 1) await server.insertPack()
    const slowly = () => {
      server.clock.advance(60_000)
      return server.clock.now()
    }
    const startedAt = server.clock.now().getTime()
    expect(await takeTurn(slowly)).toBe(true)
    expect(server.clock.now().getTime() - startedAt).toBeGreaterThan(5 * 60_000)
    expect(await takeTurn()).toBe(false)
  })

  it('rise to the tier that the learners of a pack have earned, and are found in each', async () => {
    const written = await entries()
    const down = 4
    await db().updateTable('search_packs').set({ tier: down }).where('pack_id', '=', tang.packId).execute()
    await sql`update search_entries set tokens = array(select token + ${down}::integer from unnest(tokens) as token)
      where pack_id = ${tang.packId}`.execute(db())
    expect(await found('静夜思')).toBe(1)
    expect((await student.call('GET /discovery/search/card-packs', { keyword: '唐诗' })).data.total).toBe(1)
    await takeTurn()
    expect(await tierOfTang()).toBe(0)
    expect(await entries()).toEqual(written)
    expect(await found('静夜思')).toBe(1)
  })

  it('are looked for in every tier', async () => {
    for (let tier = 1; tier < searchTiers; tier += 1) {
      await sql`update search_entries set tokens = array(select token + 1 from unnest(tokens) as token)
        where pack_id = ${tang.packId}`.execute(db())
      expect(await found('jingye')).toBe(1)
    }
    await sql`delete from search_packs`.execute(db())
    await takeTurn()
  })
})
