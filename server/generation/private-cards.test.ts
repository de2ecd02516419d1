import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { plainText } from '#contract/text/card-text.ts'
import { cardsFromNotes } from '#src/generator/notes.ts'
import { maxCardsInPrivatePack } from '#contract/limits.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { createPrivatePack, makePrivateCard, makePrivatePack } from '#tests/support/private-packs.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'

let student: TestStudent

const server = await serverOfFile({ now })
await server.insertPack()

beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
})

const create = (cards?: PrivateCard[]) => createPrivatePack(student.call, cards ? { cards } : {})
const get = (packId: string) => student.call('GET /private-packs/:packId', { packId })
const put = (packId: string, cards: PrivateCard[]) =>
  student.call('PUT /private-packs/:packId/cards', { packId, cards })
const remove = (packId: string, cardId: string) =>
  student.call('DELETE /private-packs/:packId/cards/:cardId', { packId, cardId })
const details = async (packId: string, cardIds: string[]) =>
  (await student.call('POST /card-packs/:id/card-details', { id: packId, cardIds })).data
const oneCard = async (card: Partial<PrivateCard>) => {
  const { packId, cardIds } = await create([makePrivateCard(card)])
  return (await details(packId, cardIds)).cards[0]!
}

describe('adding and changing cards', () => {
  it('puts new cards at the end and leaves changed ones in their place', async () => {
    const { packId, cards, saved } = await create()
    const [first, second] = cards as [PrivateCard, PrivateCard]
    const third = makePrivateCard({ front: '蒸腾作用', back: '水从叶片散失' })
    server.clock.advance(1000)
    const { data } = await put(packId, [third, { ...first, back: '改过的背面' }])
    expect(data.cards).toEqual([{ ...first, back: '改过的背面' }, second, third])
    expect(data).toMatchObject({ cardCount: 3, updatedAt: server.clock.now().toISOString() })
    const hashes = (pack: typeof saved) => pack.catalogue.chapters[0]!.cards.map(({ hash }) => hash)
    expect(hashes(data)[0]).not.toBe(hashes(saved)[0])
    expect(hashes(data)[1]).toBe(hashes(saved)[1])
    expect(data.catalogue.version).not.toBe(saved.catalogue.version)
  })

  it('gives the pack another date with each change, though the clock stands still or was put back', async () => {
    const { packId, cards, saved } = await create()
    const { data: changed } = await put(packId, [{ ...cards[0]!, back: '改过的背面' }])
    server.clock.advance(-3_600_000)
    const { data: again } = await put(packId, [{ ...cards[0]!, back: '又改过的背面' }])
    const { data: renamed } = await student.call('PUT /private-packs/:packId', {
      packId,
      title: '新的名字',
      gradeId: 'g7',
      subjectId: 'math',
    })
    const dates = [saved, changed, again, renamed].map(({ updatedAt }) => updatedAt)
    expect(dates).toEqual([...new Set(dates)].sort())
  })

  it('changes nothing when it is sent again', async () => {
    const { packId, cards, saved } = await create()
    server.clock.advance(1000)
    expect((await put(packId, cards)).data).toEqual(saved)
  })

  it('keeps the progress of a card whose text changes', async () => {
    const { packId, cards } = await create()
    const [card] = cards as [PrivateCard]
    const answer = makeAnswer({ cardId: card.id, answeredAt: '2026-11-20T07:00:00.000Z' })
    const uploaded = await upload(student.call, { packId, sentAt: now, answers: [answer] })
    expect(uploaded.data.results).toEqual([{ id: answer.id, status: 'stored' }])
    const { data } = await put(packId, [{ ...card, front: '什么是光合作用？' }])
    expect(data.progress.seen).toBe(1)
  })

  it('is a card for card-details, to its owner', async () => {
    const card = await oneCard({
      front: '质能方程？',
      back: '质能方程是 $E=mc^2$',
      hint: '爱因斯坦',
      explanation: '**质量**与能量',
    })
    expect(card).toMatchObject({ title: '质能方程？', hash: expect.stringMatching(/^[0-9a-f]{16}$/) })
    expect(JSON.stringify(card.back)).toContain('"msup"')
    expect(plainText(card.explanation!)).toBe('质量与能量')
    expect(card.answer).toBeUndefined()
  })

  it('leaves out a blank hint', async () => {
    const { packId } = await create([makePrivateCard({ hint: ' ', explanation: '' })])
    expect((await get(packId)).data.cards[0]).toEqual({
      id: expect.any(String),
      front: '光合作用',
      back: '绿色植物利用光能制造有机物',
    })
  })

  it('finds the answer to type: what fills the blank, or a short back', async () => {
    const answers = await Promise.all(
      [
        { front: '辛亥革命爆发于 ____ 年', back: '辛亥革命爆发于**1911**年' },
        { front: 'apple', back: '苹果' },
        { front: '三原色', back: '- 红\n- 绿\n- 蓝' },
        { front: '作文', back: '很'.repeat(61) },
        { front: '面积 ____', back: '面积 **$\\pi r^2$**' },
      ].map(async (card) => (await oneCard(card)).answer),
    )
    expect(answers).toEqual(['1911', '苹果', undefined, undefined, undefined])
  })

  it('cuts a long front for the title', async () => {
    expect((await oneCard({ front: `\n\n${'长'.repeat(60)}` })).title).toBe(`${'长'.repeat(23)}…`)
  })

  it('are what the rules make of notes', async () => {
    const notes = '辛亥革命爆发于**1911**年\n<b>酶</b>：有机物，3 < 5\n花了：$5\n勾股定理：$a^2+b^2=c^2$'
    const { cards } = cardsFromNotes(notes)
    const { packId, cardIds } = await create(cards.map((draft) => makePrivateCard(draft)))
    const made = (await details(packId, cardIds)).cards
    expect(made.map(({ front, back }) => [plainText(front), plainText(back)])).toEqual([
      ['辛亥革命爆发于 ____ 年', '辛亥革命爆发于1911年'],
      ['<b>酶</b>', '有机物，3 < 5'],
      ['花了', '$5'],
      ['勾股定理', 'a^2+b^2=c^2'],
    ])
    expect(made.map(({ answer }) => answer)).toEqual(['1911', '有机物，3 < 5', '$5', undefined])
  })

  it('stops at the limit, also when many come at once', async () => {
    const many = (count: number) => Array.from({ length: count }, () => makePrivateCard())
    const { packId } = await create(many(200))
    for (let batch = 0; batch < 3; batch += 1) await put(packId, many(200))
    const answers = await Promise.all([put(packId, many(150)), put(packId, many(150))])
    expect(answers.map(({ code }) => code).sort()).toEqual([2000, 4099])
    expect((await get(packId)).data.cardCount).toBe(950)
    const { data } = await put(packId, many(50))
    expect(data.cardCount).toBe(maxCardsInPrivatePack)
    // Changing is no adding, and a deleted card makes room.
    expect((await put(packId, [{ ...data.cards[0]!, front: '改' }])).code).toBe(2000)
    expect((await put(packId, many(1))).message).toBe('一个私有卡包最多 1000 张卡片')
    await remove(packId, data.cards[0]!.id)
    expect((await put(packId, many(1))).data.cardCount).toBe(maxCardsInPrivatePack)
  })

  it('keeps every one of the cards that come at once', async () => {
    const { packId } = await create([])
    const cards = Array.from({ length: 6 }, () => makePrivateCard())
    await Promise.all(cards.map((card) => put(packId, [card])))
    const { data } = await get(packId)
    expect(data.cards.map(({ id }) => id).sort()).toEqual(cards.map(({ id }) => id).sort())
    expect(data.cardCount).toBe(6)
  })
})

describe('a card that cannot be shown', () => {
  const broken: [string, Partial<PrivateCard>, string][] = [
    ['HTML', { front: '<script>alert(1)</script>' }, '第 2 张卡片的正面，不接受 HTML'],
    ['an image', { back: '好\n\n![x](https://evil.example/a.png)' }, '第 2 张卡片的背面第 3 行，不接受图片'],
    ['a broken formula', { back: '$\\frac{1}$' }, '第 2 张卡片的背面，公式有误'],
    [
      'a link in a formula',
      { hint: '$\\href{javascript:alert(1)}{x}$' },
      '第 2 张卡片的提示，公式有误：不接受命令 \\href',
    ],
    ['nothing to see', { front: '---' }, '第 2 张卡片的正面，没有能显示的内容'],
    ['an empty list', { front: '-' }, '第 2 张卡片的正面，没有能显示的内容'],
    [
      'commands of its own in a formula',
      { back: '$\\def\\a{xx}\\a\\a$' },
      '第 2 张卡片的背面，公式有误：不接受命令 \\def',
    ],
    [
      'too many lines',
      { back: '一行\n'.repeat(130) },
      '第 2 张卡片的背面，共 131 行，最多 120 行，请分成几张卡片',
    ],
    [
      'emphasis without end',
      { front: ' *a'.repeat(999) },
      '第 2 张卡片的正面，格式符号（如 * _ # | $）共 999 个，最多 400 个，请删去一些或分成几张卡片',
    ],
    ['too deep a nest', { explanation: `${'> '.repeat(9)}底` }, '第 2 张卡片的解析，嵌套太深，最多 8 层'],
  ]
  it.each(broken)('is refused by its place: %s', async (_, card, reason) => {
    const { packId, saved } = await create()
    const answer = await put(packId, [makePrivateCard(), makePrivateCard(card)])
    expect(answer).toMatchObject({ status: 422, message: `提交的内容有误：${reason}` })
    expect((await get(packId)).data).toEqual(saved)
    const made = makePrivatePack({ cards: [makePrivateCard(), makePrivateCard(card)] })
    expect((await student.call('POST /private-packs', made)).status).toBe(422)
    expect((await get(made.packId)).code).toBe(4040)
  })

  it('is not one that only talks about HTML', async () => {
    const card = await oneCard({ front: '`<b>` 是什么？', back: '\\<b> 表示粗体，1 < 2 且 3 > 2' })
    expect([plainText(card.front), plainText(card.back)]).toEqual([
      '<b> 是什么？',
      '<b> 表示粗体，1 < 2 且 3 > 2',
    ])
  })

  it('does not stop the text that a database cannot hold', async () => {
    const card = await oneCard({ front: '甲\0乙', back: '半个\uD83D字' })
    expect([plainText(card.front), plainText(card.back)]).toEqual(['甲乙', '半个\uFFFD字'])
  })

  it('is refused twice in one call', async () => {
    const { packId } = await create()
    const card = makePrivateCard()
    expect((await put(packId, [card, card])).message).toBe('提交的内容有误：第 2 张卡片的编号重复')
  })
})

describe('deleting a card', () => {
  it('takes it out of the pack, as often as it is asked, and keeps its answers', async () => {
    const { packId, cards, cardIds, saved } = await create()
    const answer = makeAnswer({ cardId: cardIds[0]!, answeredAt: '2026-11-20T07:00:00.000Z' })
    await upload(student.call, { packId, sentAt: now, answers: [answer] })
    const { data } = await remove(packId, cardIds[0]!)
    expect(data).toMatchObject({ cards: [cards[1]], cardCount: 1, progress: { seen: 0 } })
    expect(data.catalogue.version).not.toBe(saved.catalogue.version)
    expect((await remove(packId, cardIds[0]!)).data).toEqual(data)
    const replay = await upload(student.call, { packId, sentAt: now, answers: [answer] })
    expect(replay.data.results).toEqual([{ id: answer.id, status: 'duplicate' }])
  })

  it('wins over a change that another device made before it knew', async () => {
    const { packId, cards, cardIds } = await create()
    await remove(packId, cardIds[0]!)
    const added = makePrivateCard()
    const { data } = await put(packId, [{ ...cards[0]!, front: '迟到的修改' }, added])
    expect(data.cards).toEqual([cards[1], added])
  })

  it('does not know a card that was never there', async () => {
    const { packId } = await create()
    expect((await remove(packId, randomUUID())).code).toBe(4040)
  })
})
