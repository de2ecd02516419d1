import { beforeEach, describe, expect, it } from 'vitest'
import type { Input } from '#contract/api.ts'
import { packIdOf } from '#server/library/stable-id.ts'
import { jihePack, smallLibrary, tangPack } from '#tests/support/library-files.ts'
import { jihe, loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

let student: TestStudent

// 22:00 in China: the study day ends six hours later.
const evening = '2026-11-20T14:00:00.000Z'

const server = await serverOfFile()

beforeEach(async () => {
  server.clock.set(evening)
  await loadTestLibrary(server.deps)
  student = await server.signIn()
  await server.unlock(student.studentId, jihe.packId)
  server.clock.advance(1000)
  await server.unlock(student.studentId, tang.packId)
})

const list = async (query: Input<'GET /card-packs/unlocked'> = {}, by = student) =>
  (await by.call('GET /card-packs/unlocked', query)).data

const idsOf = async (query: Input<'GET /card-packs/unlocked'>) =>
  (await list(query)).items.map(({ id }) => id)

type Studied = { dueInHours?: number; stability?: number; reps?: number; lastAnsweredAt?: string }

const study = async (packId: string, cardId: string, studied: Studied = {}): Promise<void> => {
  const { dueInHours = 100, stability = 3, reps = 1, lastAnsweredAt = evening } = studied
  await server.deps.database.db
    .insertInto('card_states')
    .values({
      student_id: student.studentId,
      card_id: cardId,
      pack_id: packId,
      version: 1,
      phase: 'review',
      due_at: new Date(Date.parse(evening) + dueInHours * 3_600_000),
      stability,
      difficulty: 5,
      learning_step: 0,
      reps,
      lapses: 0,
      scheduled_days: 1,
      last_answered_at: lastAnsweredAt,
      introduced_on: '2026-11-20',
      ever_correct: true,
      xp: 0,
    })
    .execute()
}

describe('GET /card-packs/unlocked', () => {
  it('lists only what the student unlocked, the last one first', async () => {
    expect(await list()).toMatchObject({
      total: 2,
      hasMore: false,
      items: [
        {
          id: tang.packId,
          title: '唐诗三百首·精选',
          unlockedAt: '2026-11-20T14:00:01.000Z',
          lastStudiedAt: null,
          progress: { seen: 0, mastered: 0, due: 0 },
        },
        { id: jihe.packId },
      ],
    })
    expect(await list({}, await server.signIn())).toMatchObject({ items: [], total: 0 })
  })

  it('counts seen, mastered and due cards', async () => {
    await study(tang.packId, tang.previews[0], { dueInHours: -1, stability: 21 })
    await study(tang.packId, tang.previews[1], { dueInHours: 1, lastAnsweredAt: '2026-11-19T08:00:00.000Z' })
    const [first] = (await list({ sortField: 'lastStudiedAt' })).items
    expect(first).toMatchObject({
      id: tang.packId,
      lastStudiedAt: '2026-11-20T14:00:00.000Z',
      progress: { seen: 2, mastered: 1, due: 1 },
    })
  })

  it('counts as due what is due before the study day ends, where the device says when that is', async () => {
    await study(tang.packId, tang.previews[0], { dueInHours: 5 })
    await study(tang.packId, tang.previews[1], { dueInHours: 7 })
    const due = async (utcOffsetMinutes?: number) =>
      (await list({ utcOffsetMinutes })).items.find(({ id }) => id === tang.packId)!.progress.due
    expect(await due()).toBe(0)
    expect(await due(480)).toBe(1)
    expect(await due(0)).toBe(2)
  })

  it('counts neither undone answers nor cards that left the pack', async () => {
    await study(tang.packId, tang.previews[0], { reps: 0 })
    await study(tang.packId, tang.locked, { dueInHours: -1, stability: 30 })
    const short = tangPack.slice(0, tangPack.indexOf('  - id: qijue'))
    await loadTestLibrary(server.deps, { ...smallLibrary, 'packs/tang.yaml': short })
    const [first] = (await list()).items
    expect(first).toMatchObject({
      id: tang.packId,
      cardCount: 2,
      lastStudiedAt: null,
      progress: { seen: 0, mastered: 0, due: 0 },
    })
  })

  it.each([
    ['unlockedAt', 'desc', [tang, jihe]],
    ['unlockedAt', 'asc', [jihe, tang]],
    ['lastStudiedAt', 'desc', [jihe, tang]],
    ['lastStudiedAt', 'asc', [tang, jihe]],
    ['title', 'asc', [jihe, tang]],
    ['title', 'desc', [tang, jihe]],
    ['progress', 'desc', [jihe, tang]],
    ['progress', 'asc', [tang, jihe]],
    ['due', 'desc', [jihe, tang]],
    ['due', 'asc', [tang, jihe]],
  ] as const)('sorts by %s %s', async (sortField, sortOrder, expected) => {
    await study(jihe.packId, jihe.cards[0], { dueInHours: -1 })
    expect(await idsOf({ sortField, sortOrder })).toEqual(expected.map(({ packId }) => packId))
  })

  it('sorts titles by pinyin unless another order is asked for', async () => {
    // 平面 ping before 唐诗 tang; by code point 唐 (U+5510) would come first.
    expect(await idsOf({ sortField: 'title' })).toEqual([jihe.packId, tang.packId])
  })

  it('sorts titles by all that stands in them, and numbers as numbers', async () => {
    const sorted = [
      '3D 几何',
      '12 生肖',
      'CO2 与光合作用',
      'CO10 与光合作用',
      '第2课 背影',
      '第 10 课 安塞腰鼓',
      '几何',
      '几何 2',
      '几何图形',
      'Unit 1 单词',
      'Unit 2 词组',
      'Unit 10 单词',
    ]
    const packs = sorted.map((title, at) => [
      `packs/sorted-${at}.yaml`,
      jihePack.replace('id: jihe', `id: sorted-${at}`).replace('平面几何定理', title),
    ])
    await loadTestLibrary(server.deps, { ...smallLibrary, ...Object.fromEntries(packs.toReversed()) })
    const pupil = await server.signIn()
    for (const at of sorted.keys()) await server.unlock(pupil.studentId, packIdOf(`sorted-${at}`))
    const titles = (await list({ sortField: 'title', limit: 50 }, pupil)).items.map(({ title }) => title)
    expect(titles).toEqual(sorted)
    for (const [keyword, title] of [
      ['danci unit', 'Unit 1 单词'],
      ['几何2', '几何 2'],
      ['10课', '第 10 课 安塞腰鼓'],
    ] as const)
      expect((await list({ keyword }, pupil)).items.map((pack) => pack.title)).toContain(title)
  })

  it('keeps one order over pages where the sort key is the same', async () => {
    const packs = await Promise.all(Array.from({ length: 5 }, () => server.insertPack({ title: '同名' })))
    for (const { packId } of packs) await server.unlock(student.studentId, packId)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => idsOf({ sortField: 'due', page, limit: 2 })))
    expect(new Set(pages.flat()).size).toBe(7)
    expect((await list({ limit: 2, page: 4 })).hasMore).toBe(false)
    expect(await list({ limit: 2, page: 5 })).toMatchObject({ items: [], total: 7 })
  })

  it.each([
    [{ gradeId: 'g7' }, [tang.packId]],
    [{ subjectId: 'shuxue' }, [jihe.packId]],
    [{ knowledgePointId: 'gushiwen' }, [tang.packId]],
    [{ gradeId: 'g7', subjectId: 'shuxue' }, []],
    [{ gradeId: 'nowhere' }, []],
    [{ gradeId: 'gaozhong' }, [jihe.packId]],
    [{ gradeId: 'chuzhong', subjectId: 'yuwen' }, [tang.packId]],
    [{ gradeId: 'xiaoxue' }, []],
    [{ keyword: '三百' }, [tang.packId]],
    [{ keyword: 'PINGMIAN' }, [jihe.packId]],
    [{ keyword: 'pmjh' }, [jihe.packId]],
    [{ keyword: '唐诗 语文' }, [tang.packId]],
    [{ keyword: '唐%选' }, []],
    [{ keyword: '%' }, []],
    [{ keyword: "' or 1=1 --" }, []],
    [{ keyword: '  ' }, [tang.packId, jihe.packId]],
    [{ keyword: '' }, [tang.packId, jihe.packId]],
  ])('filters by %j', async (query, expected) => {
    expect(await idsOf(query)).toEqual(expected)
    expect((await list(query)).total).toBe(expected.length)
  })

  it.each([
    { sortField: 'title; drop table unlocks' },
    { sortOrder: 'sideways' },
    { keyword: '长'.repeat(41) },
    { page: -1 },
  ])('refuses %j', async (query) => {
    expect((await student.call('GET /card-packs/unlocked', query as object)).status).toBe(422)
  })

  it.each(['unlockedAt', 'lastStudiedAt', 'title', 'progress', 'due'] as const)(
    'keeps its pages by %s while another pack is unlocked',
    async (sortField) => {
      await study(jihe.packId, jihe.cards[0], { dueInHours: -1 })
      const query = { sortField, limit: 1 }
      const first = await list(query)
      server.clock.advance(1000)
      await server.unlock(student.studentId, (await server.insertPack({ title: '甲' })).packId)
      const second = await list({ ...query, page: 2, asOf: first.asOf })
      expect(second).toMatchObject({ total: 2, hasMore: false, asOf: first.asOf })
      expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(
        [tang.packId, jihe.packId].toSorted(),
      )
      expect((await list(query)).total).toBe(3)
    },
  )

  it('keeps a pack that left the library', async () => {
    const { 'packs/tang.yaml': _, ...rest } = smallLibrary
    await loadTestLibrary(server.deps, { ...rest, 'featured.yaml': '- jihe\n' })
    expect(await idsOf({})).toContain(tang.packId)
  })
})
