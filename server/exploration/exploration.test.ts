import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input } from '#contract/api.ts'
import type { CardFace } from '#contract/exploration.ts'
import { createPrivatePack } from '#tests/support/private-packs.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import { cursorOf, positionOf, startOf } from './feed-order.ts'

type Query = Input<'GET /exploration/card-faces'>

const seeds = fc.integer({ min: 0, max: 2_147_483_647 })
const limits = fc.integer({ min: 1, max: 30 })

const grades = {
  g5: { id: 'g5', name: '五年级', stage: '小学' },
  g7: { id: 'g7', name: '七年级', stage: '初中' },
  g8: { id: 'g8', name: '八年级', stage: '初中' },
} as const
const math = { id: 'math', name: '数学' }
const physics = { id: 'physics', name: '物理' }

/** The cards of each shelf of the library. */
const shelves: { gradeId: string; subjectId: string; stageId: string; cardIds: string[] }[] = []

const addShelf = async (grade: (typeof grades)[keyof typeof grades], subject: typeof math, packs: number) => {
  const cardIds: string[] = []
  for (let pack = 0; pack < packs; pack += 1) {
    cardIds.push(...(await server.insertPack({ grade, subject, cardCount: 4, previewCount: 1 })).cardIds)
  }
  shelves.push({
    gradeId: grade.id,
    subjectId: subject.id,
    stageId: grade.stage === '小学' ? 'xiaoxue' : 'chuzhong',
    cardIds,
  })
}

const server = await serverOfFile()
const student = await server.signIn()
await addShelf(grades.g5, math, 1)
await addShelf(grades.g7, math, 4)
await addShelf(grades.g7, physics, 2)
await addShelf(grades.g8, physics, 3)
await createPrivatePack(student.call)
const left = await server.insertPack({ title: '下架的卡包' })
const now = server.clock.now()
const { db } = server.deps.database
await db.updateTable('card_packs').set({ removed_at: now }).where('id', '=', left.packId).execute()
const old = await server.insertPack({ cardCount: 1 })
await db.updateTable('cards').set({ removed_at: now }).where('pack_id', '=', old.packId).execute()

const page = async (query: Query) => {
  const { code, data } = await student.call('GET /exploration/card-faces', query)
  expect(code).toBe(2000)
  return data
}

/** The cards of one round; `between` runs after each page. */
const walkRound = async (
  query: Query,
  round = 0,
  between: (seen: string[]) => Promise<unknown> = async () => {},
) => {
  const faces: CardFace[] = []
  const end = cursorOf(startOf(query.seed, round + 1))
  let cursor = cursorOf(startOf(query.seed, round))
  for (;;) {
    const { items, next } = await page({ ...query, cursor })
    if (next === null) throw new Error('the feed ended')
    const isOfThisRound = next === end || positionOf(next).round === round
    if (!isOfThisRound) return faces
    faces.push(...items)
    await between(faces.map(({ id }) => id))
    if (next === end) return faces
    cursor = next
  }
}

const sorted = (ids: readonly string[]) => [...ids].sort()

describe('a round of the feed', () => {
  it('gives every card of the filter once and no other, for any seed and limit', async () => {
    const filters = fc.constantFrom(
      {},
      ...shelves.flatMap(({ gradeId, subjectId, stageId }) => [
        { gradeId },
        { subjectId },
        { gradeId, subjectId },
        { gradeId: stageId },
        { gradeId: stageId, subjectId },
      ]),
    )
    await fc.assert(
      fc.asyncProperty(seeds, limits, filters, async (seed, limit, filter: Partial<Query>) => {
        const expected = shelves
          .filter(({ gradeId, stageId }) => [undefined, gradeId, stageId].includes(filter.gradeId))
          .filter(({ subjectId }) => [undefined, subjectId].includes(filter.subjectId))
          .flatMap(({ cardIds }) => cardIds)
        const faces = await walkRound({ seed, limit, ...filter })
        expect(sorted(faces.map(({ id }) => id))).toEqual(sorted(expected))
      }),
      { numRuns: 25 },
    )
  })

  it('is followed by the next one, which gives all of them again in another order', async () => {
    // 40 cards: pages that end with the round, and pages that do not.
    const limit = 8
    const rounds = [await walkRound({ seed: 7, limit }), await walkRound({ seed: 7, limit: 9 }, 1)]
    const [one, two] = rounds.map((faces) => faces.map(({ id }) => id))
    expect(sorted(two!)).toEqual(sorted(one!))
    expect(two).not.toEqual(one)
    expect(two).not.toEqual(one!.toReversed())
  })

  it('begins without a cursor, and goes on over its end with the cursors alone', async () => {
    const expected = [...(await walkRound({ seed: 9 })), ...(await walkRound({ seed: 9 }, 1))].map(
      ({ id }) => id,
    )
    const ids: string[] = []
    let cursor: string | undefined
    while (ids.length < expected.length) {
      const { items, next } = await page({ seed: 9, limit: 7, cursor })
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
      ids.push(...items.map(({ id }) => id))
      cursor = next!
    }
    expect(ids).toEqual(expected)
  })

  it('goes on after the last round that a cursor can name', async () => {
    let cursor = cursorOf(startOf(9, 999_999_999))
    const rounds: number[] = []
    for (let count = 0; count < 3; count += 1) {
      cursor = (await page({ seed: 9, limit: 30, cursor })).next ?? ''
      rounds.push(positionOf(cursor).round)
    }
    expect(rounds).toEqual([999_999_999, 0, 0])
  })

  it('is the same for the same seed, whatever the limit, and another for another', async () => {
    const [one, same, other] = [
      await walkRound({ seed: 11, limit: 30 }),
      await walkRound({ seed: 11, limit: 4 }),
      await walkRound({ seed: 12, limit: 30 }),
    ].map((faces) => faces.map(({ id }) => id))
    expect(same).toEqual(one)
    expect(other).not.toEqual(one)
  })

  it('mixes the packs', async () => {
    const faces = await walkRound({ seed: 3, limit: 10 })
    const changes = faces.filter(({ pack }, index) => index > 0 && faces[index - 1]!.pack.id !== pack.id)
    expect(changes.length).toBeGreaterThan(faces.length / 2)
  })

  it('gives no card twice and leaves out none that was there throughout, while cards come and go', async () => {
    let runs = 0
    const change = fc.constantFrom('come', 'go', 'return', 'stay')
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.integer({ min: 1, max: 6 }),
        fc.array(change, { maxLength: 12 }),
        async (seed, limit, changes) => {
          runs += 1
          const subject = { id: `subject-${runs}`, name: '变动' }
          const { db } = server.deps.database
          const add = (): Promise<TestPack> => server.insertPack({ subject, cardCount: 5 })
          const setRemoved = (id: string, at: Date | null) =>
            db.updateTable('cards').set({ removed_at: at }).where('id', '=', id).execute()
          const first = [...(await add()).cardIds, ...(await add()).cardIds]
          const touched = new Set<string>()
          const steps = [...changes]
          const faces = await walkRound({ seed, limit, subjectId: subject.id }, 0, async (seen) => {
            const step = steps.shift()
            if (step === 'come') await add()
            // One that was given goes and comes back, one that was not goes.
            const given = seen.at(-1)
            const waiting = first.find((id) => !seen.includes(id))
            if (step === 'return' && given) {
              await setRemoved(given, server.clock.now())
              await setRemoved(given, null)
            }
            if (step === 'go' && waiting) {
              touched.add(waiting)
              await setRemoved(waiting, server.clock.now())
            }
          })
          const ids = faces.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(ids).toEqual(expect.arrayContaining(first.filter((id) => !touched.has(id))))
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('a filter', () => {
  it('that no card matches ends at once', async () => {
    for (const filter of [
      { gradeId: 'g5', subjectId: 'physics' },
      { gradeId: 'g99' },
      { gradeId: 'gaozhong' },
      { subjectId: 'alchemy' },
    ]) {
      expect(await page({ seed: 1, ...filter })).toEqual({ items: [], next: null })
    }
  })

  it('may change on the way', async () => {
    const { next } = await page({ seed: 1, limit: 5 })
    const { items } = await page({ seed: 1, cursor: next!, subjectId: 'physics' })
    expect(items.every(({ pack }) => pack.subject.id === 'physics')).toBe(true)
  })

  it('of one card gives it round after round', async () => {
    const { cardIds } = await server.insertPack({ subject: { id: 'lonely', name: '独一' }, cardCount: 1 })
    let cursor: string | undefined
    for (let round = 0; round < 3; round += 1) {
      const { items, next } = await page({ seed: 5, limit: 3, subjectId: 'lonely', cursor })
      expect(items.map(({ id }) => id)).toEqual(cardIds)
      cursor = next!
    }
  })
})

describe('a face', () => {
  it('shows its front and where it is from, and its back only where the student may turn it', async () => {
    const subject = { id: 'backs', name: '背面' }
    const pack = await server.insertPack({ subject, cardCount: 6, previewCount: 2, title: '翻面' })
    const open = async (by: TestStudent) => {
      const { data } = await by.call('GET /exploration/card-faces', {
        seed: 2,
        limit: 30,
        subjectId: 'backs',
      })
      return sorted(data.items.filter(({ back }) => back !== null).map(({ id }) => id))
    }
    expect(await open(student)).toEqual(sorted(pack.previewCardIds))
    const owner = await server.signIn()
    await server.unlock(owner.studentId, pack.packId)
    expect(await open(owner)).toEqual(sorted(pack.cardIds))
    expect(await open(student)).toEqual(sorted(pack.previewCardIds))

    const { data } = await student.call('GET /exploration/card-faces', {
      seed: 2,
      limit: 30,
      subjectId: 'backs',
    })
    expect(data.items).toContainEqual({
      id: pack.cardIds[5],
      title: '卡片 6',
      front: [{ type: 'paragraph', children: [{ type: 'text', text: '正面 6' }] }],
      back: null,
      pack: { id: pack.packId, title: '翻面', label: '测试', subject, grade: { id: 'g7', name: '七年级' } },
    })
    expect(JSON.stringify(data)).not.toContain('背面 6')
  })
})

describe('bad input', () => {
  it.each([
    ['no seed', {}],
    ['a negative seed', { seed: -1 }],
    ['a seed beyond 31 bits', { seed: 2 ** 31 }],
    ['a limit of 0', { seed: 1, limit: 0 }],
    ['a limit of 31', { seed: 1, limit: 31 }],
    ['a cursor that was never given', { seed: 1, cursor: 'abc' }],
    [
      'a cursor with a key beyond 32 bits',
      { seed: 1, cursor: '0.9999999999.00000000-0000-0000-0000-000000000000' },
    ],
    ['a grade that is no id', { seed: 1, gradeId: "g7' or 1=1" }],
  ])('is refused: %s', async (_, query) => {
    const reply = await student.call('GET /exploration/card-faces', query as Query)
    expect(reply).toMatchObject({ status: 422, code: 4220 })
  })
})
