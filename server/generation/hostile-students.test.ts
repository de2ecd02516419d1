import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { PrivatePack } from '#contract/generation.ts'
import { createPrivatePack, makePrivateCard, makePrivatePack } from '#tests/support/private-packs.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { Call, TestStudent } from '#tests/support/test-server.ts'

/** A private pack is its owner's alone, whatever another student sends. */

const secret = '不给别人看的秘密'

let owner: TestStudent
let stranger: TestStudent
let pack: Awaited<ReturnType<typeof createPrivatePack>>

const server = await serverOfFile()
const shared = await server.insertPack()

beforeEach(async () => {
  owner = await server.signIn()
  stranger = await server.signIn()
  pack = await createPrivatePack(owner.call, {
    title: secret,
    cards: [makePrivateCard({ front: secret, back: secret })],
  })
})

const stillTheOwners = async (): Promise<PrivatePack> => {
  const { data } = await owner.call('GET /private-packs/:packId', { packId: pack.packId })
  expect(data).toEqual(pack.saved)
  return data
}

describe("another student's pack", () => {
  it('is not there, in any call, for any other student who uses its ids', async () => {
    const { packId } = pack
    const cardId = pack.cardIds[0]!
    const answers = await Promise.all([
      stranger.call('GET /private-packs/:packId', { packId }),
      stranger.call('PUT /private-packs/:packId', { packId, title: '我的了' }),
      stranger.call('PUT /private-packs/:packId/cards', { packId, cards: [makePrivateCard()] }),
      stranger.call('PUT /private-packs/:packId/cards', { packId, cards: [makePrivateCard({ id: cardId })] }),
      stranger.call('DELETE /private-packs/:packId/cards/:cardId', { packId, cardId }),
      stranger.call('DELETE /private-packs/:packId', { packId }),
      stranger.call('POST /private-packs', makePrivatePack({ packId })),
      stranger.call('POST /card-packs/:id/card-details', { id: packId, cardIds: pack.cardIds }),
      stranger.call('POST /card-packs/:id/unlock', { id: packId }),
      stranger.call('POST /card-packs/:id/favorite', { id: packId }),
      stranger.call('GET /card-packs/:id', { id: packId }),
    ])
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 4040))
    expect(JSON.stringify(answers)).not.toContain(secret)
    await stillTheOwners()
  })

  it('cannot be studied', async () => {
    const answer = makeAnswer({ cardId: pack.cardIds[0]!, answeredAt: '2026-11-20T07:00:00.000Z' })
    const { data } = await upload(stranger.call, {
      packId: pack.packId,
      sentAt: server.clock.now(),
      answers: [answer],
    })
    expect(data.results).toMatchObject([{ status: 'refused' }])
  })

  it('looks the same as one that does not exist', async () => {
    const asked = async (packId: string) => {
      const { status, code, message } = await stranger.call('GET /private-packs/:packId', { packId })
      return { status, code, message }
    }
    expect(await asked(pack.packId)).toEqual(await asked(randomUUID()))
  })

  it('needs a session', async () => {
    expect((await server.call('GET /private-packs')).code).toBe(4001)
    expect((await server.call('GET /private-packs/:packId', { packId: pack.packId })).code).toBe(4001)
  })
})

describe('an id that is taken', () => {
  it('does not become a private pack when it is a pack of the library', async () => {
    const before = await stranger.call('GET /card-packs/:id', { id: shared.packId })
    const answer = await stranger.call('POST /private-packs', makePrivatePack({ packId: shared.packId }))
    expect(answer.code).toBe(4040)
    for (const key of ['GET /private-packs/:packId', 'DELETE /private-packs/:packId'] as const) {
      expect((await stranger.call(key, { packId: shared.packId })).code).toBe(4040)
    }
    expect((await stranger.call('GET /card-packs/:id', { id: shared.packId })).data).toEqual(before.data)
  })

  it("takes over no card: neither the library's, nor another student's, nor one's own in another pack", async () => {
    const mine = await createPrivatePack(stranger.call)
    const catalogue = () => server.call('GET /card-packs/:id/card-catalogue', { id: shared.packId })
    const before = await catalogue()
    for (const id of [shared.cardIds[0]!, pack.cardIds[0]!]) {
      const cards = [makePrivateCard(), makePrivateCard({ id, front: '抢来的' })]
      const created = makePrivatePack({ cards })
      expect((await stranger.call('POST /private-packs', created)).code).toBe(4040)
      expect((await stranger.call('GET /private-packs/:packId', { packId: created.packId })).code).toBe(4040)
      const { packId } = mine
      expect((await stranger.call('PUT /private-packs/:packId/cards', { packId, cards })).code).toBe(4040)
    }
    const second = makePrivatePack({ cards: mine.cards })
    expect((await stranger.call('POST /private-packs', second)).code).toBe(4040)
    expect((await catalogue()).data).toEqual(before.data)
    const { data } = await stranger.call('GET /private-packs/:packId', { packId: mine.packId })
    expect(data).toEqual(mine.saved)
    await stillTheOwners()
  })

  it('goes to one of two students who send it at once', async () => {
    const raced = makePrivatePack()
    const answers = await Promise.all([owner, stranger].map(({ call }) => call('POST /private-packs', raced)))
    expect(answers.map(({ code }) => code).sort()).toEqual([2000, 4040])
  })

  it('goes to one of two packs that send a card at once', async () => {
    const cards = Array.from({ length: 20 }, () => makePrivateCard())
    const answers = await Promise.all([
      owner.call('POST /private-packs', makePrivatePack({ cards })),
      stranger.call('POST /private-packs', makePrivatePack({ cards: cards.toReversed() })),
    ])
    expect(answers.map(({ code }) => code).sort()).toEqual([2000, 4040])
  })
})

describe('the calls that everybody shares', () => {
  /** Every reading call of the contract, with the ids of the private pack wherever an id is asked for. */
  const readingCalls = (Object.keys(endpoints) as EndpointKey[]).filter(
    (key) => key.startsWith('GET ') && !key.includes('private-packs'),
  )
  const inputs = (): Record<string, unknown> => ({
    id: pack.packId,
    packId: pack.packId,
    cardId: pack.cardIds[0]!,
    orderId: randomUUID(),
    sessionId: randomUUID(),
    teacherId: 'self',
    gradeId: 'g7',
    keyword: secret,
    cardName: secret,
    seed: 1,
    limit: 30,
  })
  const namesOf = (key: EndpointKey): string[] => {
    const { query }: Endpoint = endpoints[key]
    return [
      ...(key.match(/:\w+/g)?.map((name) => name.slice(1)) ?? []),
      ...Object.keys(query?.properties ?? {}),
    ]
  }
  const readAll = async (call: Call): Promise<string> => {
    const read = call as (key: string, input: object) => Promise<{ data: unknown }>
    const answers = await Promise.all(
      readingCalls.map((key) => {
        const known = Object.entries(inputs()).filter(([name]) => namesOf(key).includes(name))
        return read(key, Object.fromEntries(known))
      }),
    )
    return JSON.stringify(answers.map(({ data }) => data))
  }

  it('never show it to anyone', async () => {
    expect(readingCalls.length).toBeGreaterThan(20)
    for (const call of [server.call, stranger.call]) {
      const answers = await readAll(call)
      expect(answers).not.toContain(secret)
      expect(answers).not.toContain(pack.packId)
      expect(answers).not.toContain(pack.cardIds[0])
    }
  })

  it('do not list it among the packs of the library for its owner either', async () => {
    const unlocked = await owner.call('GET /card-packs/unlocked')
    expect(unlocked.data).toMatchObject({ items: [], total: 0 })
    expect((await owner.call('POST /card-packs/:id/favorite', { id: pack.packId })).code).toBe(4040)
    expect((await owner.call('GET /card-packs/favorites')).data.total).toBe(0)
    expect((await owner.call('POST /card-packs/:id/unlock', { id: pack.packId })).data.charged).toBe(0)
  })
})

describe('bad input', () => {
  it('is refused by its shape', async () => {
    const post = (fields: object) => stranger.call('POST /private-packs', { ...makePrivatePack(), ...fields })
    const cards = (count: number) => Array.from({ length: count }, () => makePrivateCard())
    const answers = await Promise.all([
      post({ packId: 'x' }),
      post({ packId: pack.packId.toUpperCase() }),
      post({ title: '' }),
      post({ title: '长'.repeat(41) }),
      post({ gradeId: "g7' or 1=1" }),
      post({ cards: cards(201) }),
      post({ cards: [{ ...makePrivateCard(), id: 'x' }] }),
      post({ cards: [makePrivateCard({ front: ' \n ' })] }),
      post({ cards: [makePrivateCard({ back: '长'.repeat(4001) })] }),
      post({ cards: 'cards' }),
      post({ cards: [null] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
  })

  it('is refused by its size', async () => {
    const cards = Array.from({ length: 30 }, () => makePrivateCard({ back: '长'.repeat(4000) }))
    expect((await stranger.call('POST /private-packs', makePrivatePack({ cards }))).status).toBe(413)
  })
})
