import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxFound } from '#contract/limits.ts'
import { startSearchUpkeep } from '#server/library/search-upkeep.ts'
import { jihePack, smallLibrary, tangPack, type LibraryFiles } from '#tests/support/library-files.ts'
import { createPrivatePack, makePrivateCard } from '#tests/support/private-packs.ts'
import { loadTestLibrary } from '#tests/support/test-library.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile()
await loadTestLibrary(server.deps)
const student = await server.signIn()
beforeEach(() => server.clock.advance(1000))

const load = (files: LibraryFiles = {}) => loadTestLibrary(server.deps, { ...smallLibrary, ...files })

type Paging = { page?: number; limit?: number; asOf?: string }
const findPacks = async (keyword: string, paging: Paging = {}) =>
  (await student.call('GET /discovery/search/card-packs', { keyword, ...paging })).data
const findCards = async (
  cardName: string,
  { limit: pageSize, ...paging }: Paging & { gradeId?: string } = {},
) => (await student.call('GET /discovery/cards', { cardName, pageSize, ...paging })).data
const titles = ({ items }: { items: readonly { title: string }[] }) => items.map(({ title }) => title)

const packOf = (id: string, title: string, cards: readonly string[] = ['一', '二']) => `${
  jihePack
    .replace('id: jihe', `id: ${id}`)
    .replace('title: 平面几何定理', `title: ${title}`)
    .split('chapters:')[0]
}chapters:
  - id: one
    title: 全部
    cards:
${cards.map((card, at) => `      - { id: card-${at}, title: ${card}, front: 问, back: 答, preview: ${at < 2} }`).join('\n')}
`

describe('what search finds', () => {
  it('follows a title, the name of a knowledge point and a teacher when they change', async () => {
    await load({
      'packs/tang.yaml': tangPack
        .replace('title: 唐诗三百首·精选', 'title: 宋词选')
        .replace('静夜思', '春晓'),
      'taxonomy.yaml': smallLibrary['taxonomy.yaml']!.replace('定理', '公理'),
      'teachers.yaml': smallLibrary['teachers.yaml']!.replace('数学教研室', '华罗庚'),
    })
    expect(titles(await findPacks('songci'))).toEqual(['宋词选'])
    expect(titles(await findPacks('诗三百首·精'))).toEqual([])
    expect(titles(await findCards('chunx'))).toEqual(['春晓 · 李白'])
    expect(titles(await findCards('静夜'))).toEqual([])
    expect(titles(await findPacks('gongli'))).toEqual(['平面几何定理'])
    expect(titles(await findPacks('华罗庚'))).toEqual(['平面几何定理'])
    await load()
    expect(titles(await findPacks('hualuogeng'))).toEqual([])
    expect(titles(await findCards('静夜'))).toEqual(['静夜思 · 李白'])
  })

  it('forgets a card or pack that leaves, and knows it again when it returns', async () => {
    await load({ 'packs/tang.yaml': tangPack.replace(/ {2}- id: qijue[^]*/, '') })
    expect((await findCards('早发')).total).toBe(0)
    await load()
    expect((await findCards('早发')).total).toBe(1)
    const { 'packs/tang.yaml': _, ...rest } = smallLibrary
    await loadTestLibrary(server.deps, { ...rest, 'featured.yaml': '- jihe\n' })
    expect([(await findPacks('唐诗')).total, (await findCards('静夜思')).total]).toEqual([0, 0])
    const left = await sql`select 1 from search_entries where text like '%静夜%'`.execute(
      server.deps.database.db,
    )
    expect(left.rows).toEqual([])
    await load()
    expect([(await findPacks('唐诗')).total, (await findCards('静夜思')).total]).toEqual([1, 1])
  })

  it('moves with its pack to another grade', async () => {
    await load({ 'packs/tang.yaml': tangPack.replace('grade: g7', 'grade: g10') })
    expect((await findCards('静夜思', { gradeId: 'g10' })).total).toBe(1)
    expect((await findCards('静夜思', { gradeId: 'gaozhong' })).total).toBe(1)
    expect((await findCards('静夜思', { gradeId: 'g7' })).total).toBe(0)
    await load({
      'taxonomy.yaml': smallLibrary['taxonomy.yaml']!.replace('七年级, stage: 初中', '六年级, stage: 小学'),
    })
    expect((await findCards('静夜思', { gradeId: 'xiaoxue' })).total).toBe(1)
    expect((await findCards('静夜思', { gradeId: 'chuzhong' })).total).toBe(0)
    await load()
  })

  it('is never private, not even for its owner', async () => {
    await createPrivatePack(student.call, {
      title: '光合作用笔记',
      gradeId: 'g7',
      subjectId: 'yuwen',
      cards: [makePrivateCard({ front: '叶绿体在哪里' })],
    })
    for (const word of ['光合作用', 'guanghe', 'ghzy']) expect((await findPacks(word)).total).toBe(0)
    for (const word of ['叶绿体', 'yelv', 'ylt']) expect((await findCards(word)).total).toBe(0)
  })

  it('is not shown where an older process took it off the shelves', async () => {
    const hidden = { removed_at: server.clock.now() }
    const { db } = server.deps.database
    await db.updateTable('card_packs').set(hidden).where('title', 'like', '唐诗%').execute()
    expect(titles(await findPacks('唐诗'))).toEqual([])
    expect(titles(await findCards('静夜思'))).toEqual([])
    await load({ 'packs/tang.yaml': tangPack.replace('summary: 名句', 'summary: 名家') })
    expect(titles(await findPacks('唐诗'))).toEqual(['唐诗三百首·精选'])
  })

  it('is no desk by its initials, which are in the way of titles, but is one by its name', async () => {
    expect([titles(await findPacks('jys')), titles(await findPacks('zksxjys'))]).toEqual([[], []])
    expect(titles(await findCards('jys'))).toEqual(['静夜思 · 李白'])
    for (const name of ['数学教研室', 'shuxuejiaoyanshi']) {
      expect(titles(await findPacks(name))).toEqual(['平面几何定理'])
    }
  })

  it('begins with a word, a number or a syllable', async () => {
    await load({ 'packs/co2.yaml': packOf('co2', 'CO2 与 photosynthesis', ['第12课 Unit 3', '重庆西安']) })
    for (const word of ['co2', 'CO', '2', 'co2与', 'photo', 'photosynthesis', 'yu'])
      expect(titles(await findPacks(word))).toContain('CO2 与 photosynthesis')
    for (const word of ['12', '1', 'unit', 'unit3', 'UNIT 3', '课 unit', 'k']) {
      expect(titles(await findCards(word))).toContain('第12课 Unit 3')
    }
    for (const word of ['chongqing', 'cqxa', 'xian', 'qingxian', 'qx'])
      expect(titles(await findCards(word))).toEqual(['重庆西安'])
    for (const word of ['hotosyn', 'synthesis', 'ongqing']) {
      expect([...titles(await findPacks(word)), ...titles(await findCards(word))]).toEqual([])
    }
    await load()
  })
})

describe('the order of what is found', () => {
  const many = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [
      `packs/p${at}.yaml`,
      packOf(`p${at}`, `三角函数${'甲乙丙丁戊己'[at]}`),
    ]),
  )

  const setLearners = async (learners: Record<string, number>): Promise<void> => {
    const { db } = server.deps.database
    for (const [name, count] of Object.entries(learners))
      await db
        .updateTable('card_packs')
        .set({ learner_count: count })
        .where('title', '=', `三角函数${name}`)
        .execute()
  }

  const takeTurn = async (): Promise<void> => {
    server.clock.advance(5 * 60_000)
    const { turn, stop } = startSearchUpkeep({ ...server.deps, every: () => () => {} })
    expect(await turn()).toBe(true)
    await stop()
  }

  const lastCharacters = (found: readonly { title: string }[]): string =>
    found.map(({ title }) => title.at(-1)).join('')

  it('is by learners where titles match alike', async () => {
    await load(many)
    await setLearners({ 甲: 3, 乙: 9, 丙: 1, 丁: 7, 戊: 0, 己: 5 })
    await takeTurn()
    expect(lastCharacters((await findPacks('三角')).items)).toBe('乙丁己甲丙戊')
  })

  it('stays while classmates unlock, until it is renewed', async () => {
    await load(many)
    await setLearners({ 甲: 3, 乙: 9, 丙: 1, 丁: 7, 戊: 0, 己: 5 })
    await takeTurn()
    const first = await findPacks('三角', { limit: 2 })
    await setLearners({ 戊: 20, 丙: 30 })
    const rest = [2, 3].map((page) => findPacks('三角', { page, limit: 2, asOf: first.asOf }))
    const pages = [first, ...(await Promise.all(rest))]
    expect(lastCharacters(pages.flatMap(({ items }) => items))).toBe('乙丁己甲丙戊')
    // Not by a pack that the library changes either.
    await load({ ...many, 'packs/p4.yaml': many['packs/p4.yaml']!.replace('summary: ', 'summary: 新') })
    expect(lastCharacters((await findPacks('三角')).items)).toBe('乙丁己甲丙戊')
    await takeTurn()
    expect(lastCharacters((await findPacks('三角')).items)).toBe('丙戊乙丁己甲')
  })

  it('puts packs that an older process placed last, until it is renewed', async () => {
    await load(many)
    await setLearners({ 甲: 3, 乙: 9, 丙: 1, 丁: 7, 戊: 0, 己: 5 })
    await takeTurn()
    const { db } = server.deps.database
    await sql`update search_packs set learners = null from card_packs p
      where p.id = search_packs.pack_id and p.title = '三角函数乙'`.execute(db)
    expect((await findPacks('三角', { limit: 4 })).items[0]!.title).toBe('三角函数丁')
    await takeTurn()
    expect(lastCharacters((await findPacks('三角')).items)).toBe('乙丁己甲丙戊')
  })

  it('stays while one turns the pages, whatever comes in', async () => {
    await load(many)
    const first = await findPacks('函数', { limit: 2 })
    server.clock.advance(60_000)
    await load({ ...many, 'packs/a.yaml': packOf('a', '函数', ['函数', '函数一']) })
    const rest = [2, 3].map((page) => findPacks('函数', { page, limit: 2, asOf: first.asOf }))
    const seen = [first, ...(await Promise.all(rest))].flatMap(titles)
    expect(new Set(seen).size).toBe(6)
    expect(seen).not.toContain('函数')
    expect(first.total).toBe(6)
    expect(await findPacks('函数', { limit: 2 })).toMatchObject({ total: 7, items: [{ title: '函数' }, {}] })
    expect((await findCards('函数', { asOf: first.asOf })).total).toBe(0)
    expect((await findCards('函数')).total).toBe(2)
    await load()
  })

  it('ends after more pages than anyone turns, and says so', async () => {
    const pack = (at: number) =>
      packOf(
        `many-${at}`,
        `很多${at}`,
        Array.from({ length: 260 }, (_, card) => `很多卡片${card}`),
      )
    await load(Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`packs/many-${at}.yaml`, pack(at)])))
    const last = await findCards('卡片', { page: 20, limit: 50 })
    expect(last).toMatchObject({ total: maxFound, hasMore: false })
    expect(last.items).toHaveLength(50)
    expect(await findCards('卡片', { page: 21, limit: 50 })).toMatchObject({ items: [], total: maxFound })
    expect(await findCards('卡片', { page: 100_000, limit: 50 })).toMatchObject({ items: [], hasMore: false })
    expect((await findCards('卡片259')).total).toBe(4)
    await load()
  })
})

describe('keywords of malice', () => {
  it.each([
    '唐'.repeat(40),
    'a'.repeat(40),
    'tangshi'.repeat(5),
    '唐 诗 三 百 首 唐 诗 三 百 首 唐 诗 三 百 首 唐 诗 三 百',
    'a b c d e f g h i j k l m n o p q r s t',
    '唐\u0000诗',
    '\u0000',
    '\ud800唐',
    '\u202e\u200b',
    '{1,2}',
    '}{,"唐',
    'NULL',
    "唐' or '1'='1",
    '唐\\',
    '𠮷'.repeat(20),
    'ﷺ'.repeat(40),
    'é́́́́́́́',
    '１２３ＡＢＣ',
  ])('answer like any other: %j', async (keyword) => {
    const replies = [
      await student.call('GET /discovery/search/card-packs', { keyword }),
      await student.call('GET /discovery/cards', { cardName: keyword }),
    ]
    for (const { status, data } of replies) {
      expect(status).toBe(200)
      expect(data).toMatchObject({ hasMore: false })
    }
  })
})
