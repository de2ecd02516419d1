import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createLibraryFolder, tangPack, type LibraryFolderOnDisk } from '#tests/support/library-files.ts'
import { insertTestStudent } from '#tests/support/test-student.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { loadLibrary, loadLibraryOrKeep } from './load-library.ts'
import { cardIdOf, packIdOf } from './stable-id.ts'

let database: Database
let library: LibraryFolderOnDisk
let now = new Date('2026-11-20T08:00:00.000Z')

const load = () => loadLibrary({ database, folder: library.folder, clock: () => now })

const packOf = (slug: string) =>
  database.db.selectFrom('card_packs').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow()

const cardsOf = (slug: string) =>
  database.db
    .selectFrom('cards')
    .selectAll()
    .where('pack_id', '=', packIdOf(slug))
    .orderBy('position')
    .execute()

const changeTang = (from: string, to: string): Promise<void> =>
  library.write({ 'packs/tang.yaml': tangPack.replace(from, to) })

const answer = async (cardId: string): Promise<void> => {
  await database.db
    .insertInto('card_states')
    .values({
      student_id: await insertTestStudent(database.db, now),
      card_id: cardId,
      pack_id: packIdOf('tang'),
      version: 1,
      phase: 'review',
      due_at: now,
      stability: 5,
      difficulty: 5,
      learning_step: 0,
      reps: 3,
      lapses: 0,
      scheduled_days: 5,
      last_answered_at: now,
      introduced_on: '2026-11-20',
      ever_correct: true,
      xp: 10,
    })
    .execute()
}

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

beforeEach(async () => {
  now = new Date('2026-11-20T08:00:00.000Z')
  library = await createLibraryFolder()
})

afterEach(async () => {
  await library.close()
  await sql`truncate students, grades, subjects, library_versions cascade`.execute(database.db)
})

describe('loading the library', () => {
  it('writes packs, chapters and cards in their order, with what search finds them by', async () => {
    expect(await load()).toEqual({ status: 'loaded', packs: 2, cards: 5, removedPacks: 0, removedCards: 0 })
    expect(await packOf('tang')).toMatchObject({
      id: packIdOf('tang'),
      owner_id: null,
      card_count: 3,
      preview_count: 2,
      featured_position: 1,
      search_text: expect.stringMatching(
        /^tangshisanbaishoujingxuan.唐诗三百首·精选 唐诗三百首精选 tssbsjx .*zhikayuwenjiaoyanshi/,
      ),
    })
    const cards = await cardsOf('tang')
    expect(cards.map(({ slug, chapter_id }) => [chapter_id, slug])).toEqual([
      ['wujue', 'jingyesi'],
      ['wujue', 'denggaolou'],
      ['qijue', 'zaofa'],
    ])
    expect(cards[0]).toMatchObject({
      id: cardIdOf('tang', 'jingyesi'),
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
    expect((await packOf('tang')).size_bytes).toBeGreaterThan(100)
  })

  it('does nothing when nothing changed', async () => {
    await load()
    now = new Date('2026-11-21T08:00:00.000Z')
    expect(await load()).toEqual({ status: 'unchanged' })
    const version = await database.db.selectFrom('library_versions').selectAll().executeTakeFirstOrThrow()
    expect(version.loaded_at).toEqual(new Date('2026-11-20T08:00:00.000Z'))
  })

  it('touches only the rows that a change is about', async () => {
    await load()
    const before = await packOf('tang')
    now = new Date('2026-11-21T08:00:00.000Z')
    await changeTang('back: 黄河入海流', 'back: 黄河入海流。')
    expect(await load()).toMatchObject({ packs: 1, cards: 1, removedCards: 0 })
    const after = await packOf('tang')
    expect(after.catalogue_version).not.toBe(before.catalogue_version)
    expect(after.created_at).toEqual(before.created_at)
    expect(after.updated_at).toEqual(now)
    expect((await packOf('jihe')).updated_at).toEqual(before.updated_at)
  })

  it('keeps the counters of a pack that changes', async () => {
    await load()
    await database.db
      .updateTable('card_packs')
      .set({ learner_count: 7, rating_sum: 9, review_count: 2 })
      .execute()
    await changeTang('priceCoins: 80', 'priceCoins: 60')
    await load()
    expect(await packOf('tang')).toMatchObject({
      price_coins: 60,
      learner_count: 7,
      rating_sum: 9,
      review_count: 2,
    })
  })

  it('keeps the id and the learners’ states of a changed card', async () => {
    await load()
    const id = cardIdOf('tang', 'denggaolou')
    await answer(id)
    const [, before] = await cardsOf('tang')
    await changeTang('title: 登鹳雀楼', 'title: 登鹳雀楼 · 王之涣')
    await load()
    const [, after] = await cardsOf('tang')
    expect(after).toMatchObject({ id, title: '登鹳雀楼 · 王之涣' })
    expect(after!.hash).not.toBe(before!.hash)
    expect(
      await database.db.selectFrom('card_states').select('reps').where('card_id', '=', id).execute(),
    ).toEqual([{ reps: 3 }])
  })

  it('changes the catalogue but no hash when cards only move', async () => {
    await load()
    const [pack, cards] = [await packOf('tang'), await cardsOf('tang')]
    const [first, second] = [
      / {6}- id: jingyesi[\s\S]*?(?= {6}- id: denggaolou)/,
      / {6}- id: denggaolou[\s\S]*?(?= {2}- id: qijue)/,
    ].map((pattern) => tangPack.match(pattern)![0])
    await library.write({ 'packs/tang.yaml': tangPack.replace(first! + second!, second! + first!) })
    await load()
    const moved = await cardsOf('tang')
    expect(moved.map(({ slug }) => slug)).toEqual(['denggaolou', 'jingyesi', 'zaofa'])
    expect(new Set(moved.map(({ hash }) => hash))).toEqual(new Set(cards.map(({ hash }) => hash)))
    expect((await packOf('tang')).catalogue_version).not.toBe(pack.catalogue_version)
  })

  it('keeps the row of a card that left, and revives it when it returns', async () => {
    await load()
    const id = cardIdOf('tang', 'zaofa')
    await answer(id)
    await library.write({ 'packs/tang.yaml': tangPack.slice(0, tangPack.indexOf('  - id: qijue')) })
    expect(await load()).toMatchObject({ removedCards: 1 })
    expect((await cardsOf('tang')).find((card) => card.id === id)!.removed_at).toEqual(now)
    expect(await packOf('tang')).toMatchObject({ card_count: 2 })
    expect(
      await database.db.selectFrom('chapters').select('id').where('pack_id', '=', packIdOf('tang')).execute(),
    ).toHaveLength(1)

    await library.write({ 'packs/tang.yaml': tangPack })
    expect(await load()).toMatchObject({ cards: 1 })
    expect((await cardsOf('tang')).find((card) => card.id === id)!.removed_at).toBeNull()
  })

  it('hides a pack that left and takes it back when it returns', async () => {
    await load()
    await library.remove('packs/tang.yaml')
    await library.write({ 'featured.yaml': '- jihe\n' })
    expect(await load()).toMatchObject({ removedPacks: 1, removedCards: 0 })
    expect(await packOf('tang')).toMatchObject({ removed_at: now, featured_position: null, card_count: 3 })
    await library.write({ 'packs/tang.yaml': tangPack })
    expect(await load()).toMatchObject({ packs: 1, cards: 3 })
    expect((await packOf('tang')).removed_at).toBeNull()
  })

  it('drops a grade, point and teacher that nothing refers to any more', async () => {
    await library.write({
      'teachers.yaml': `- { id: desk, name: 语文组, subject: yuwen, bio: 一 }
- { id: desk-math, name: 数学组, subject: shuxue, bio: 二 }
- { id: desk-two, name: 第二组, subject: shuxue, bio: 三 }
`,
    })
    await load()
    await library.write({
      'teachers.yaml': `- { id: desk, name: 语文组, subject: yuwen, bio: 一 }
- { id: desk-math, name: 数学组, subject: shuxue, bio: 二 }
`,
    })
    await load()
    const teachers = await database.db.selectFrom('teachers').select('id').orderBy('id').execute()
    expect(teachers).toEqual([{ id: 'desk' }, { id: 'desk-math' }])
  })

  it('loads nothing at all when one file is bad', async () => {
    await changeTang('label: 唐诗三百首', 'label: 唐')
    await expect(load()).rejects.toThrow('packs/tang.yaml:3: label 太短')
    expect(await database.db.selectFrom('card_packs').select('id').execute()).toEqual([])
    expect(await database.db.selectFrom('grades').select('id').execute()).toEqual([])
  })

  it('keeps what was loaded when a later version is bad', async () => {
    await load()
    await changeTang('title: 登鹳雀楼', 'title: "<script>"\n        tags: x')
    await expect(load()).rejects.toThrow('不认识的字段 tags')
    expect((await cardsOf('tang')).map(({ title }) => title)).toContain('登鹳雀楼')
  })

  it('lets a server start on what was loaded before when a later version is bad', async () => {
    await load()
    await changeTang('title: ', 'headline: ')
    const outcome = await loadLibraryOrKeep({ database, folder: library.folder, clock: () => now })
    expect(outcome).toMatchObject({ status: 'kept', problems: expect.stringContaining('packs/tang.yaml:') })
  })

  it('lets no server start on a bad library when none was ever loaded', async () => {
    await changeTang('title: ', 'headline: ')
    await database.db.deleteFrom('library_versions').execute()
    await expect(loadLibraryOrKeep({ database, folder: library.folder, clock: () => now })).rejects.toThrow(
      'packs/tang.yaml:',
    )
  })

  it('loads once when two start at the same time', async () => {
    const outcomes = await Promise.all([load(), load()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['loaded', 'unchanged'])
  })

  it('stores SQL and markup in titles as plain words', async () => {
    const title = `'); drop table cards;--`
    await changeTang('title: 登鹳雀楼', `title: "${title}"`)
    await load()
    expect((await cardsOf('tang')).map((card) => card.title)).toContain(title)
  })

  it('leaves private packs alone', async () => {
    await load()
    const { id: _, ...pack } = await packOf('tang')
    await database.db
      .insertInto('card_packs')
      .values({
        ...pack,
        id: randomUUID(),
        slug: null,
        owner_id: await insertTestStudent(database.db, now),
        intro: '[]',
      })
      .execute()
    await changeTang('priceCoins: 80', 'priceCoins: 60')
    expect(await load()).toMatchObject({ packs: 1, removedPacks: 0 })
  })
})

describe('loading the starter library', () => {
  const loadStarter = () =>
    loadLibrary({ database, folder: new URL('../../library', import.meta.url).pathname, clock: () => now })

  it('is accepted, and not loaded again', async () => {
    expect(await loadStarter()).toMatchObject({ status: 'loaded' })
    const cards = await database.db
      .selectFrom('cards')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(cards.count).toBeGreaterThanOrEqual(640)
    expect(await loadStarter()).toEqual({ status: 'unchanged' })
  })
})
