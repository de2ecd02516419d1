import { afterEach, describe, expect, it } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { smallLibrary, tangPack } from '#tests/support/library-files.ts'
import { jihe, loadTestLibrary, tang } from '#tests/support/test-library.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startWeeklyAnswers } from './weekly-answers.ts'

const server = await serverOfFile()
await loadTestLibrary(server.deps)
// Past everything that a process remembers.
afterEach(() => server.clock.advance(10 * 60_000))

const discover = () => server.call('GET /discovery')
const ofGrade = (gradeId: string) => server.call('GET /discovery/grade/:gradeId', { gradeId })
const ids = (packs: readonly { id: string }[]) => packs.map(({ id }) => id)

const answerCards = async (packId: string, cardId: string, days: readonly string[]): Promise<void> => {
  const { studentId } = await server.signIn()
  await server.deps.database.db
    .insertInto('study_answers')
    .values(
      days.map((day) => ({
        student_id: studentId,
        id: newId(Date.now()),
        card_id: cardId,
        pack_id: packId,
        session_id: newId(Date.now()),
        device_id: newId(Date.now()),
        rating: 3 as const,
        answered_at: `${day}T08:00:00.000Z`,
        device_answered_at: `${day}T08:00:00.000Z`,
        utc_offset_minutes: 480,
        day,
        duration_ms: 1000,
        mode: 'flip',
        retention: 0.9,
        received_at: server.clock.now(),
      })),
    )
    .execute()
}

describe('GET /discovery', () => {
  it('shows the editors’ choice in their order, and a shelf for each knowledge point', async () => {
    const { data, headers } = await discover()
    expect(data.grade).toBeNull()
    expect(ids(data.featured)).toEqual([jihe.packId, tang.packId])
    expect(
      data.knowledgePoints.map(({ knowledgePoint, subject, packs }) => [
        subject.name,
        knowledgePoint.name,
        ids(packs),
      ]),
    ).toEqual([
      ['语文', '古诗文', [tang.packId]],
      ['数学', '定理', [jihe.packId]],
    ])
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  it('puts the packs that were studied most this week first', async () => {
    await answerCards(tang.packId, tang.previews[0], ['2026-11-19', '2026-11-20'])
    await answerCards(jihe.packId, jihe.cards[0], ['2026-11-01', '2026-11-02', '2026-11-12', '2026-11-20'])
    const { turn, stop } = startWeeklyAnswers({ ...server.deps, every: () => () => {} })
    expect(await turn()).toBe(true)
    await stop()
    const { data } = await discover()
    expect([ids(data.weekly), data.weeklyStudied]).toEqual([[tang.packId, jihe.packId], 2])
  })

  const askAgain = (etag: unknown) =>
    server.app.inject({
      url: '/api/client/discovery',
      headers: { appname: 'zhika-h5', 'if-none-match': String(etag) },
    })

  it('shows a change of the library after a few seconds, and answers 304 until then', async () => {
    const { headers } = await discover()
    expect((await askAgain(headers['etag'])).statusCode).toBe(304)
    await loadTestLibrary(server.deps, {
      ...smallLibrary,
      'packs/tang.yaml': tangPack.replace('summary: 名句', 'summary: 名家'),
    })
    expect((await askAgain(headers['etag'])).statusCode).toBe(304)
    server.clock.advance(2000)
    expect((await askAgain(headers['etag'])).statusCode).toBe(200)
    expect((await discover()).data.featured[1]!.summary).toContain('名家')
    await loadTestLibrary(server.deps)
  })

  it('shows new learners within a minute: they alone do not make everybody read it again', async () => {
    const { headers } = await discover()
    const { call } = await server.signIn()
    await call('POST /card-packs/:id/unlock', { id: jihe.packId })
    server.clock.advance(59_000)
    expect((await askAgain(headers['etag'])).statusCode).toBe(304)
    server.clock.advance(1000)
    expect((await askAgain(headers['etag'])).statusCode).toBe(200)
    expect((await discover()).data.featured[0]!.learnerCount).toBe(1)
  })

  it('shows no more than twelve packs on a shelf', async () => {
    for (let count = 0; count < 13; count += 1)
      await server.insertPack({ subject: { id: 'wuli', name: '物理' } })
    const { data } = await discover()
    expect(data.weekly).toHaveLength(12)
    expect(data.knowledgePoints.find(({ subject }) => subject.id === 'wuli')!.packs).toHaveLength(12)
  })

  it('has shorter shelves where there are many, the packs with most learners first', async () => {
    const subject = { id: 'huaxue', name: '化学' }
    const points = Array.from({ length: 64 }, (_, at) => ({ id: `huaxue-${at}`, name: `知识点${at}` }))
    for (const knowledgePoint of points) await server.insertPack({ subject, knowledgePoint })
    const packs = []
    for (let count = 0; count < 10; count += 1)
      packs.push(await server.insertPack({ subject, knowledgePoint: points[0]! }))
    const best = packs[4]!.packId
    const { db } = server.deps.database
    await db.updateTable('card_packs').set({ learner_count: 5 }).where('id', '=', best).execute()
    const { data } = await discover()
    const ofSubject = data.knowledgePoints.filter(({ subject: { id } }) => id === 'huaxue')
    expect(ofSubject).toHaveLength(64)
    const first = ofSubject.find(({ knowledgePoint }) => knowledgePoint.id === 'huaxue-0')!
    // 600 packs on all shelves: of 67 points each has 8.
    expect(first.packs).toHaveLength(8)
    expect(first.packs[0]!.id).toBe(best)
  })

  it('shows neither private packs nor packs that left the library', async () => {
    const { studentId } = await server.signIn()
    const own = await server.insertPack({ ownerId: studentId, subject: { id: 'own', name: '自己' } })
    const { 'packs/tang.yaml': _, ...rest } = smallLibrary
    await loadTestLibrary(server.deps, { ...rest, 'featured.yaml': '- jihe\n' })
    const { data } = await discover()
    const shown = [...data.featured, ...data.weekly, ...data.knowledgePoints.flatMap(({ packs }) => packs)]
    expect(ids(shown)).not.toContain(own.packId)
    expect(ids(shown)).not.toContain(tang.packId)
    await loadTestLibrary(server.deps)
  })
})

describe('GET /discovery/grade/:gradeId', () => {
  it('shows the packs of one grade', async () => {
    const { data } = await ofGrade('g10')
    expect(data.grade).toEqual({ id: 'g10', name: '高一', stage: '高中' })
    expect(ids(data.featured)).toEqual([jihe.packId])
    expect(ids(data.weekly)).toEqual([jihe.packId])
  })

  it('takes a school stage for all of its grades', async () => {
    const { data } = await ofGrade('gaozhong')
    expect(data.grade).toBeNull()
    expect(ids(data.featured)).toEqual([jihe.packId])
    expect(ids((await ofGrade('chuzhong')).data.featured)).toEqual([tang.packId])
    expect((await ofGrade('xiaoxue')).data).toEqual({
      grade: null,
      featured: [],
      weekly: [],
      weeklyStudied: 0,
      knowledgePoints: [],
    })
  })

  it('does not know other grades, nor names that every object has', async () => {
    expect((await ofGrade('g99')).code).toBe(4040)
    expect((await ofGrade('constructor')).code).toBe(4040)
    expect((await ofGrade("g10'--")).status).toBe(422)
  })
})

describe('search', () => {
  const packs = async (keyword: string, page?: object) => {
    const { call } = await server.signIn()
    return (await call('GET /discovery/search/card-packs', { keyword, ...page })).data
  }
  const cards = async (cardName: string, more?: object) => {
    const { call } = await server.signIn()
    return (await call('GET /discovery/cards', { cardName, ...more })).data
  }
  const titles = (found: { items: readonly { title: string }[] }) => found.items.map(({ title }) => title)

  it.each([
    '唐',
    '唐诗',
    '百首',
    '诗三百首',
    '唐诗三百首精选',
    '首·精',
    'tangshi',
    'TangShi',
    'ts',
    'tssbsjx',
    '古诗文',
    '唐诗 精选',
    'ＴＡＮＧ',
  ])('finds a pack by %s', async (keyword) => {
    expect(titles(await packs(keyword))).toContain('唐诗三百首·精选')
  })

  it('puts titles that begin with the keyword before titles that hold it, and those before the rest', async () => {
    await loadTestLibrary(server.deps, {
      ...smallLibrary,
      'packs/xin.yaml': tangPack
        .replace('id: tang', 'id: xin')
        .replace('title: 唐诗三百首·精选', 'title: 新编唐诗'),
      'packs/song.yaml': tangPack
        .replace('id: tang', 'id: song')
        .replace('title: 唐诗三百首·精选', 'title: 宋词'),
    })
    expect(titles(await packs('唐诗'))).toEqual(['唐诗三百首·精选', '新编唐诗', '宋词'])
    await loadTestLibrary(server.deps)
  })

  it('counts all pages', async () => {
    const all = await packs('知卡', { limit: 1 })
    expect(all).toMatchObject({ total: 2, page: 1, limit: 1, hasMore: true })
    expect((await packs('知卡', { limit: 1, page: 2 })).hasMore).toBe(false)
  })

  it.each(['静夜', 'jingye', 'jys', '李白', '静夜思李白', '夜思 李'])(
    'finds a card by %s',
    async (keyword) => {
      expect(await cards(keyword)).toMatchObject({
        total: 1,
        items: [
          {
            id: tang.previews[0],
            title: '静夜思 · 李白',
            preview: true,
            pack: {
              id: tang.packId,
              title: '唐诗三百首·精选',
              label: '唐诗三百首',
              subject: { id: 'yuwen', name: '语文' },
            },
          },
        ],
      })
    },
  )

  it('narrows cards by grade and by stage', async () => {
    expect((await cards('白', { gradeId: 'g7' })).total).toBe(2)
    expect((await cards('白', { gradeId: 'chuzhong' })).total).toBe(2)
    expect((await cards('白', { gradeId: 'g10' })).total).toBe(0)
    expect(await cards('白', { page: 2, pageSize: 1 })).toMatchObject({
      page: 2,
      limit: 1,
      total: 2,
      hasMore: false,
    })
  })

  it.each(['%', '_', '\\', '%%', "'", '"', '<>', '·', '；', '——', '😀', '   '])(
    'gives an empty page for %s',
    async (keyword) => {
      expect(await packs(keyword)).toMatchObject({ items: [], total: 0, hasMore: false })
      expect(await cards(keyword)).toMatchObject({ items: [], total: 0, hasMore: false })
    },
  )

  it.each(['唐%选', '唐_三', '唐\\诗', "唐' or '1'='1", '<b>唐诗</b>', '唐诗"; drop table cards;'])(
    'takes %s literally',
    async (keyword) => {
      expect((await packs(keyword)).total).toBe(0)
    },
  )

  it('finds a percent sign that stands in a title', async () => {
    expect(titles(await cards('100%'))).toEqual(['内角和 100%'])
    expect((await cards('10%')).total).toBe(0)
  })

  it('refuses a keyword that is empty or too long', async () => {
    const { call } = await server.signIn()
    expect((await call('GET /discovery/search/card-packs', { keyword: '' })).status).toBe(422)
    expect((await call('GET /discovery/cards', { cardName: '长'.repeat(41) })).status).toBe(422)
  })

  it('finds no private pack', async () => {
    const { studentId } = await server.signIn()
    await server.insertPack({ ownerId: studentId, title: '秘密' })
    expect((await packs('秘')).total).toBe(0)
  })
})
