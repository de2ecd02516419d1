import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxPrivatePacks } from '#contract/limits.ts'
import { createPrivatePack, makePrivateCard, makePrivatePack } from '#tests/support/private-packs.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'

let student: TestStudent

const server = await serverOfFile({ now })
await server.insertPack({ grade: { id: 'g8', name: '八年级', stage: '初中' } })
await server.insertPack({ subject: { id: 'biology', name: '生物' } })

beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
})

const create = (pack: Parameters<typeof createPrivatePack>[1] = {}) => createPrivatePack(student.call, pack)
const get = (packId: string) => student.call('GET /private-packs/:packId', { packId })
const list = (query: { page?: number; limit?: number; asOf?: string } = {}) =>
  student.call('GET /private-packs', query)
const plan = async () => (await student.call('GET /user-study/plan', { utcOffsetMinutes: 480 })).data

describe('making a private pack', () => {
  it('keeps the cards as they were written and lists what each is downloaded by', async () => {
    const { packId, cards, saved } = await create()
    expect(saved).toEqual({
      id: packId,
      title: '生物笔记',
      label: '生物笔记',
      grade: { id: 'g7', name: '七年级', stage: '初中' },
      subject: { id: 'math', name: '数学' },
      cardCount: 2,
      sizeBytes: expect.any(Number),
      createdAt: now,
      // Its cards are its first change.
      updatedAt: '2026-11-20T08:00:00.001Z',
      lastStudiedAt: null,
      progress: { seen: 0, mastered: 0, due: 0 },
      cards,
      catalogue: {
        packId,
        version: expect.stringMatching(/^[0-9a-f]{16}$/),
        chapters: [
          {
            id: 'cards',
            title: '全部卡片',
            cards: cards.map(({ id, front }) => ({
              id,
              title: front,
              hash: expect.stringMatching(/^[0-9a-f]{16}$/),
              preview: false,
            })),
          },
        ],
      },
    })
    expect(saved.sizeBytes).toBeGreaterThan(50)
    expect((await get(packId)).data).toEqual(saved)
  })

  it('may be saved twice: the first time counts', async () => {
    const pack = await create()
    server.clock.advance(1000)
    const again = await student.call('POST /private-packs', { ...pack, title: '别的标题', cards: [] })
    expect(again.data).toEqual(pack.saved)
  })

  it('may be sent many times at once and is one pack', async () => {
    const pack = makePrivatePack()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => student.call('POST /private-packs', pack)),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(2000))
    expect((await list()).data.total).toBe(1)
    expect((await get(pack.packId)).data.cardCount).toBe(2)
  })

  it('may begin without cards', async () => {
    const { saved } = await create({ cards: [] })
    expect(saved).toMatchObject({ cardCount: 0, cards: [] })
    expect(saved.catalogue.version).not.toBe('')
  })

  it('takes its label from the letters of the title', async () => {
    const labels = await Promise.all(
      ['《论语》十二章', 'Unit 3', '★ A', '😀😀'].map(async (title) => (await create({ title })).saved.label),
    )
    expect(labels).toEqual(['论语十二', 'Unit', '笔记', '笔记'])
  })

  it('makes one line of the title, and refuses one of nothing', async () => {
    expect((await create({ title: '  一\n二  三 ' })).saved.title).toBe('一 二 三')
    const refused = await student.call('POST /private-packs', makePrivatePack({ title: '\0' }))
    expect(refused).toMatchObject({ status: 422, message: '提交的内容有误：标题' })
  })

  it('refuses a grade or subject that is not there, and leaves nothing behind', async () => {
    const answers = [
      await student.call('POST /private-packs', makePrivatePack({ gradeId: 'g99' })),
      // A stage is no grade.
      await student.call('POST /private-packs', makePrivatePack({ gradeId: 'chuzhong' })),
      await student.call('POST /private-packs', makePrivatePack({ subjectId: 'magic' })),
    ]
    expect(answers.map(({ message }) => message)).toEqual([
      '提交的内容有误：年级',
      '提交的内容有误：年级',
      '提交的内容有误：学科',
    ])
    expect((await list()).data.total).toBe(0)
  })

  it('stops at the limit, also when many come at once', async () => {
    const { db } = server.deps.database
    const { saved } = await create({ cards: [] })
    const row = await db
      .selectFrom('card_packs')
      .selectAll()
      .where('id', '=', saved.id)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: maxPrivatePacks - 3 }, () => ({
      ...row,
      id: randomUUID(),
      intro: JSON.stringify(row.intro),
    }))
    await db.insertInto('card_packs').values(copies).execute()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => student.call('POST /private-packs', makePrivatePack({ cards: [] }))),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([2000, 2000, 4098, 4098, 4098])
    expect(answers.find(({ code }) => code === 4098)?.message).toBe(
      '私有卡包已达上限（200 个），请先删除不用的',
    )
    await student.call('DELETE /private-packs/:packId', { packId: saved.id })
    expect((await student.call('POST /private-packs', makePrivatePack())).code).toBe(2000)
  })
})

describe('the list of private packs', () => {
  it('has the newest first, in pages that stay as they were when the first was read', async () => {
    const titles = ['一', '二', '三', '四']
    for (const title of titles) {
      server.clock.advance(1000)
      await create({ title: `第${title}包`, cards: [] })
    }
    const first = await list({ limit: 2 })
    expect(first.data.items.map(({ title }) => title)).toEqual(['第四包', '第三包'])
    expect(first.data).toMatchObject({ total: 4, hasMore: true })
    server.clock.advance(1000)
    await create({ title: '第五包' })
    const second = await list({ limit: 2, page: 2, asOf: first.data.asOf })
    expect(second.data.items.map(({ title }) => title)).toEqual(['第二包', '第一包'])
    expect(second.data).toMatchObject({ total: 4, hasMore: false })
  })

  it('says what was studied', async () => {
    const { packId, cardIds } = await create()
    const answer = makeAnswer({ cardId: cardIds[0]!, answeredAt: '2026-11-20T07:00:00.000Z', rating: 1 })
    await upload(student.call, { packId, sentAt: now, answers: [answer] })
    expect((await list()).data.items[0]?.progress).toEqual({ seen: 1, mastered: 0, due: 1 })
  })
})

describe('changing a private pack', () => {
  it('renames it and moves it to another grade and subject', async () => {
    const { packId, saved } = await create()
    server.clock.advance(60_000)
    const { data } = await student.call('PUT /private-packs/:packId', {
      packId,
      title: '期末复习',
      gradeId: 'g8',
      subjectId: 'biology',
    })
    expect(data).toMatchObject({
      title: '期末复习',
      label: '期末复习',
      grade: { id: 'g8' },
      subject: { id: 'biology' },
      createdAt: saved.createdAt,
      updatedAt: server.clock.now().toISOString(),
    })
    expect(data.catalogue).toEqual(saved.catalogue)
  })

  it('changes nothing when it says what is there', async () => {
    const { packId, saved } = await create()
    server.clock.advance(60_000)
    const same = { title: '生物笔记', gradeId: 'g7', subjectId: 'math' }
    for (const fields of [same, {}]) {
      expect((await student.call('PUT /private-packs/:packId', { packId, ...fields })).data).toEqual(saved)
    }
  })

  it('leaves alone what is not said', async () => {
    const { packId } = await create()
    const { data } = await student.call('PUT /private-packs/:packId', { packId, subjectId: 'biology' })
    expect(data).toMatchObject({ title: '生物笔记', grade: { id: 'g7' }, subject: { id: 'biology' } })
  })

  it('refuses an unknown grade and a blank title', async () => {
    const { packId } = await create()
    const put = (fields: object) => student.call('PUT /private-packs/:packId', { packId, ...fields })
    expect((await put({ gradeId: 'g99' })).status).toBe(422)
    expect((await put({ title: '  ' })).status).toBe(422)
    expect((await get(packId)).data.title).toBe('生物笔记')
  })
})

describe('deleting a private pack', () => {
  it('takes it and its text away, as often as it is asked', async () => {
    const { packId, cardIds } = await create()
    for (let time = 0; time < 2; time += 1) {
      expect(await student.call('DELETE /private-packs/:packId', { packId })).toMatchObject({ code: 2000 })
    }
    expect((await get(packId)).code).toBe(4040)
    expect((await list()).data.total).toBe(0)
    expect((await student.call('POST /card-packs/:id/card-details', { id: packId, cardIds })).code).toBe(4040)
    const rows = await server.deps.database.db
      .selectFrom('cards')
      .select(['title', 'markdown', 'content'])
      .where('pack_id', '=', packId)
      .execute()
    const empty = { title: '', markdown: null, content: { front: [], back: [] } }
    expect(rows).toEqual([empty, empty])
  })

  it('cannot be changed or made again', async () => {
    const pack = await create()
    const { packId } = pack
    await student.call('DELETE /private-packs/:packId', { packId })
    const answers = [
      await student.call('POST /private-packs', pack),
      await student.call('PUT /private-packs/:packId', { packId, title: '回来' }),
      await student.call('PUT /private-packs/:packId/cards', { packId, cards: [makePrivateCard()] }),
      await student.call('DELETE /private-packs/:packId/cards/:cardId', { packId, cardId: pack.cardIds[0]! }),
    ]
    expect(answers.map(({ code }) => code)).toEqual([4040, 4040, 4040, 4040])
    // Nor can its cards go on in another pack.
    const other = await student.call('POST /private-packs', makePrivatePack({ cards: pack.cards }))
    expect(other.code).toBe(4040)
  })

  it('keeps the answers, takes late ones, and plans its cards no more', async () => {
    const { packId, cardIds } = await create()
    expect((await plan()).newCards).toBe(2)
    const answer = makeAnswer({ cardId: cardIds[0]!, answeredAt: '2026-11-20T07:00:00.000Z', rating: 1 })
    await upload(student.call, { packId, sentAt: now, answers: [answer] })
    expect(await plan()).toMatchObject({ dueCards: 1, newCards: 1 })
    await student.call('DELETE /private-packs/:packId', { packId })
    expect(await plan()).toMatchObject({ dueCards: 0, newCards: 0 })
    const late = makeAnswer({ cardId: cardIds[1]!, answeredAt: '2026-11-20T07:30:00.000Z' })
    const { data } = await upload(student.call, { packId, sentAt: now, answers: [answer, late] })
    expect(data.results.map(({ status }) => status)).toEqual(['duplicate', 'stored'])
    expect(data.totals.answers).toBe(2)
  })
})
