import { beforeEach, expect, test } from 'vitest'
import { defaultStudyConfig, type StudyMode } from '#contract/account.ts'
import type { AccountDatabase } from '#src/offline/database.ts'
import { at, idOf, newDevice, outboxOf, rowsOf, storeCards } from '#tests/support/device-facts.ts'
import { accountHere, actionsOf } from '#tests/support/study-device.ts'
import { createStudyPlayer, type StudyPlayer } from './study-player.ts'

const names = ['李白', '杜甫', '王维', '苏轼', '陆游']
const cards = names.map((_, place) => idOf(place + 1))

let database: AccountDatabase
let ids = 100
const clock = () => Date.parse(at(0))
const newId = () => idOf((ids += 1))

beforeEach(async () => {
  database = newDevice()
  ids = 100
  await storeCards(database, cards)
  await database.use(async (connection) => {
    for (const [place, id] of cards.entries()) {
      const card = await connection.get('cards', id)
      await connection.put('cards', { ...card!, answer: names[place]! })
    }
  })
})

const started = async (modes: StudyMode[]): Promise<StudyPlayer> => {
  const player = createStudyPlayer({
    device: actionsOf(accountHere({ now: clock, newId })),
    scope: 'today',
    config: { ...defaultStudyConfig, modes },
    clock,
    newId,
    utcOffsetMinutes: () => 480,
    canSpeak: () => false,
    random: () => 0,
    onTrouble: (trouble) => expect.unreachable(trouble),
  })
  await player.start()
  return player
}

const studying = (player: StudyPlayer) => {
  const view = player.view()
  if (view.status !== 'studying') throw new Error(view.status)
  return view
}

test('a choice shows the answer, says whether it was right, and is stored as such', async () => {
  const player = await started(['choice'])
  const { exercise } = studying(player)
  if (exercise.mode !== 'choice') throw new Error(exercise.mode)
  const wrong = exercise.options.find((option) => option !== '李白')!
  player.attempt(wrong)
  expect(studying(player)).toMatchObject({
    session: { revealed: true },
    attempt: { given: wrong, isRight: false },
  })
  await player.rate(4)
  expect(await outboxOf(database), 'what was missed is not easy').toEqual([])
  await player.rate(1)
  expect(await outboxOf(database)).toMatchObject([{ payload: { mode: 'choice', rating: 1 } }])
})

test('only the first choice counts, and the next card begins without one', async () => {
  const player = await started(['choice'])
  player.attempt('李白')
  player.attempt('杜甫')
  expect(studying(player).attempt).toEqual({ given: '李白', isRight: true })
  await player.rate(3)
  expect(studying(player)).toMatchObject({ attempt: null, session: { revealed: false } })
})

test('a typed answer is asked once the card was seen, and taken back like any other', async () => {
  const player = await started(['cloze'])
  expect(studying(player).exercise.mode).toBe('flip')
  player.reveal()
  await player.rate(1)
  expect(studying(player).card.id).toBe(cards[1])
  await player.undo()
  expect(studying(player)).toMatchObject({ session: { revealed: true }, card: { id: cards[0] } })
  expect(await rowsOf(database, 'states')).toEqual([])
})

test('without a voice a card to be heard is flipped', async () => {
  expect(studying(await started(['listen'])).exercise).toEqual({ mode: 'flip' })
})
