import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { StudyConfig } from '#contract/account.ts'
import type { Account } from '#src/offline/account.ts'
import type { AccountDatabase } from '#src/offline/database.ts'
import type { StudyItem } from '#src/offline/schema.ts'
import type { QueueScope, StudyActions } from '#src/queries/study.ts'
import { at, idOf, newDevice, outboxOf, packId, rowsOf, storeCards } from '#tests/support/device-facts.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { accountHere, actionsOf } from '#tests/support/study-device.ts'
import { createStudyPlayer, type StudyPlayer, type Trouble } from './study-player.ts'

const config: StudyConfig = {
  dailyGoal: 5,
  newCardsPerDay: 10,
  desiredRetention: 0.9,
  modes: ['flip'],
  order: 'due-first',
  autoplay: false,
  reminders: { enabled: false, at: '20:00' },
}
const cards = [idOf(1), idOf(2), idOf(3)]

let database: AccountDatabase
let account: Account
let device: StudyActions
let minutes = 0
let ids = 100
const troubles: Trouble[] = []
const clock = () => Date.parse(at(minutes))
const newId = () => idOf((ids += 1))

const playerHere = (scope: QueueScope = 'today', on: StudyActions = device): StudyPlayer =>
  createStudyPlayer({
    device: on,
    scope,
    config,
    clock,
    newId,
    utcOffsetMinutes: () => 480,
    canSpeak: () => false,
    random: () => 0,
    onTrouble: (trouble) => troubles.push(trouble),
  })

const started = async (scope?: QueueScope, on?: StudyActions): Promise<StudyPlayer> => {
  const player = playerHere(scope, on)
  await player.start()
  return player
}
const shown = (player: StudyPlayer) => {
  const view = player.view()
  return view.status === 'studying' ? view.card.id : view.status
}
const answers = async () =>
  ((await outboxOf(database)) as StudyItem[]).map((item) =>
    item.kind === 'answer' ? item.payload : undefined,
  )

beforeEach(async () => {
  database = newDevice()
  await storeCards(database, cards)
  account = accountHere({ now: clock, newId })
  device = actionsOf(account)
  minutes = 0
  ids = 100
  troubles.length = 0
})

describe('an answer', () => {
  test('is on the disk before the next card shows', async () => {
    let isStored = false
    const watched: StudyActions = {
      ...device,
      record: async (...given) => {
        const place = await device.record(...given)
        isStored = true
        return place
      },
    }
    const player = await started('today', watched)
    const whenNextShowed: boolean[] = []
    player.subscribe(() => shown(player) === cards[1] && whenNextShowed.push(isStored))
    player.reveal()
    await player.rate(3)
    expect(whenNextShowed[0]).toBe(true)
    expect(await answers()).toHaveLength(1)
  })

  test('holds the next card back for as long as the disk takes', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const slow = {
      ...device,
      record: async (...given: Parameters<StudyActions['record']>) => (await gate, device.record(...given)),
    }
    const player = await started('today', slow)
    player.reveal()
    const saving = player.rate(3)
    await Promise.resolve()
    expect(shown(player)).toBe(cards[0])
    release()
    await saving
    expect(shown(player)).toBe(cards[1])
  })

  test('given twice by a double tap is stored once', async () => {
    const player = await started()
    player.reveal()
    await Promise.all([player.rate(3), player.rate(3), player.rate(1)])
    expect(await answers()).toHaveLength(1)
    expect(shown(player)).toBe(cards[1])
  })

  test('carries the time from the front to the rating, a minute at most', async () => {
    const player = await started()
    player.reveal()
    await player.rate(4)
    minutes += 90
    player.reveal()
    await player.rate(4)
    expect((await answers()).map((answer) => answer?.durationMs)).toEqual([0, 60_000])
    expect((await answers())[0]).toMatchObject({
      retention: 0.9,
      utcOffsetMinutes: 480,
      mode: 'flip',
      answeredAt: at(0),
    })
  })

  test('is refused before its card was turned', async () => {
    const player = await started()
    await player.rate(3)
    expect(await answers()).toEqual([])
  })

  test('that finds the disk full goes on, and the student is told', async () => {
    const player = await started()
    player.reveal()
    const makeRoom = fillDisk()
    await player.rate(4)
    makeRoom()
    expect(troubles).toEqual(['memory'])
    expect(shown(player)).toBe(cards[1])
  })

  test('that could not be kept at all leaves the card for another try', async () => {
    const broken = { ...device, record: () => Promise.reject(new Error('no database')) }
    const player = await started('today', broken)
    player.reveal()
    await player.rate(3)
    expect(troubles).toEqual(['not-saved'])
    expect(player.view()).toMatchObject({ status: 'studying', session: { revealed: true, saving: false } })
  })
})

describe('a sitting', () => {
  test('that is broken off goes on with the cards that were not answered', async () => {
    const player = await started()
    player.reveal()
    await player.rate(4)
    const again = await started()
    expect(shown(again)).toBe(cards[1])
  })

  test('ends with what it came to and whether there is more', async () => {
    const player = await started()
    for (const _ of cards) {
      player.reveal()
      await player.rate(4)
    }
    await expect.poll(player.view).toMatchObject({
      status: 'finished',
      outcome: { goalReachedNow: false, hasMore: false, plan: { answered: 3, streakDays: 1 } },
    })
  })

  test('tells that it reached the daily goal, once', async () => {
    await account.rememberDailyGoal(2)
    const player = await started()
    for (const _ of cards) {
      player.reveal()
      await player.rate(4)
    }
    await expect.poll(player.view).toMatchObject({ outcome: { goalReachedNow: true } })
    await player.undo()
    await player.rate(3)
    minutes += 20
    const next = await started()
    next.reveal()
    await next.rate(4)
    await expect
      .poll(next.view)
      .toMatchObject({ outcome: { goalReachedNow: false, plan: { goalReached: true } } })
  })

  test('passes over a card that left the device', async () => {
    await database.use((connection) => connection.delete('cards', cards[0]!))
    expect(shown(await started())).toBe(cards[1])
  })

  test('without a card says when the next comes', async () => {
    const player = await started()
    for (const _ of cards) {
      player.reveal()
      await player.rate(4)
    }
    const view = (await started()).view()
    expect(view.status).toBe('empty')
    const dueAt = (await rowsOf(database, 'states'))
      .flatMap((row) => ('dueAt' in row ? row.dueAt : []))
      .toSorted()[0]
    expect(view).toEqual({ status: 'empty', nextDueAt: dueAt })
  })

  test('of another pack shows nothing of this one', async () => {
    expect(shown(await started({ packId: idOf(8000) }))).toBe('empty')
    expect(shown(await started({ packId }))).toBe(cards[0])
  })

  test('that cannot be read can be tried again', async () => {
    const queue = vi.spyOn(device, 'queue').mockRejectedValueOnce(new Error('no database'))
    const player = await started()
    expect(shown(player)).toBe('failed')
    queue.mockRestore()
    await player.start()
    expect(shown(player)).toBe(cards[0])
  })
})

describe('undo', () => {
  test('takes the answer back on the disk and shows its card again', async () => {
    const player = await started()
    player.reveal()
    await player.rate(1)
    await player.undo()
    expect(player.view()).toMatchObject({
      status: 'studying',
      card: { id: cards[0] },
      session: { revealed: true },
    })
    expect(await device.cardState(cards[0]!)).toBeUndefined()
  })

  test('goes back as far as the sitting, and out of the summary', async () => {
    const player = await started()
    for (const _ of cards) {
      player.reveal()
      await player.rate(4)
    }
    for (const _ of cards) await player.undo()
    expect(shown(player)).toBe(cards[0])
    expect(await rowsOf(database, 'states')).toEqual([])
    await player.undo()
    expect(troubles).toEqual([])
  })

  test('and another rating count as the other rating alone', async () => {
    const player = await started()
    player.reveal()
    await player.rate(1)
    await player.undo()
    await player.rate(4)
    expect((await device.cardState(cards[0]!))?.reps).toBe(1)
  })

  test('that fails says so and changes nothing', async () => {
    const broken = { ...device, undo: () => Promise.reject(new Error('no database')) }
    const player = await started('today', broken)
    player.reveal()
    await player.rate(4)
    await player.undo()
    expect(troubles).toEqual(['not-undone'])
    expect(shown(player)).toBe(cards[1])
  })
})
