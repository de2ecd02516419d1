import { beforeEach, describe, expect, test, vi } from 'vitest'
import { idOf, packId, rowsOf } from '#tests/support/device-facts.ts'
import {
  openPlayerDevice,
  playedCards,
  playerConfig,
  shown,
  type PlayerDevice,
} from '#tests/support/player-device.ts'

let here: PlayerDevice
beforeEach(async () => {
  here = await openPlayerDevice()
})

describe('a sitting', () => {
  test('that is broken off goes on with the cards that were not answered', async () => {
    const player = await here.started()
    player.reveal()
    await player.rate(4)
    const again = await here.started()
    expect(shown(again)).toBe(playedCards[1])
  })

  test('ends with what it came to and whether there is more', async () => {
    const player = await here.started()
    for (const _ of playedCards) {
      player.reveal()
      await player.rate(4)
    }
    await expect.poll(player.view).toMatchObject({
      status: 'finished',
      outcome: { goalReachedNow: true, hasMore: false, plan: { answered: 3, goal: 3, streakDays: 1 } },
    })
  })

  test('says that it reached the daily goal, once', async () => {
    await here.account.rememberDailyGoal(2)
    const player = await here.started()
    for (const _ of playedCards) {
      player.reveal()
      await player.rate(4)
    }
    await expect.poll(player.view).toMatchObject({ outcome: { goalReachedNow: true } })
    await player.undo()
    await player.rate(3)
    here.pass(20)
    const next = await here.started()
    next.reveal()
    await next.rate(4)
    await expect
      .poll(next.view)
      .toMatchObject({ outcome: { goalReachedNow: false, plan: { goalReached: true } } })
  })

  test('that does the whole plan reaches the goal, however few cards it is and however often they come back', async () => {
    const player = await here.started()
    for (const _ of playedCards) {
      player.reveal()
      await player.rate(3)
      here.pass(1)
    }
    expect((await here.answers()).map((answer) => answer?.planCards)).toEqual([3, 3, 3])
    expect(await here.device.plan(playerConfig)).toMatchObject({ answered: 3, goal: 3, goalReached: true })
    expect((await rowsOf(here.database, 'days'))[0]).toMatchObject({ answers: 3, cards: 3, planCards: 3 })
  })

  test('of the same card again and again is one card of the goal', async () => {
    const player = await here.started()
    player.reveal()
    await player.rate(1)
    for (let turn = 0; turn < 6; turn += 1) {
      here.pass(2)
      const again = await here.started({ packId })
      again.reveal()
      await again.rate(1)
    }
    expect(await here.device.plan(playerConfig)).toMatchObject({ goal: 3, goalReached: false })
    expect((await here.device.plan(playerConfig)).answered).toBeLessThan(3)
  })

  test('goes on with the new text of a card that its owner changed during it', async () => {
    const player = await here.started()
    player.reveal()
    await player.rate(4)
    const stored = await here.account.card(playedCards[1]!)
    const back = [{ type: 'paragraph' as const, children: [{ type: 'text' as const, text: '改过的背面' }] }]
    await here.account.keepOwnCard({ ...stored!, back })
    player.reveal()
    await player.refresh()
    expect(player.view()).toMatchObject({
      status: 'studying',
      card: { id: playedCards[1], back },
      session: { revealed: true, steps: [{}] },
    })
  })

  test('passes over a card that left the device', async () => {
    await here.database.use((connection) => connection.delete('cards', playedCards[0]!))
    expect(shown(await here.started())).toBe(playedCards[1])
  })

  test('without a card says when the next comes', async () => {
    const player = await here.started()
    for (const _ of playedCards) {
      player.reveal()
      await player.rate(4)
    }
    const view = (await here.started()).view()
    expect(view.status).toBe('empty')
    const dueAt = (await rowsOf(here.database, 'states'))
      .flatMap((row) => ('dueAt' in row ? row.dueAt : []))
      .toSorted()[0]
    expect(view).toEqual({ status: 'empty', nextDueAt: dueAt })
  })

  test('of another pack shows nothing of this one', async () => {
    expect(shown(await here.started({ packId: idOf(8000) }))).toBe('empty')
    expect(shown(await here.started({ packId }))).toBe(playedCards[0])
  })

  test('whose database a newer app has changed says so', async () => {
    const newer = new DOMException('a newer app has changed this database', 'VersionError')
    const queue = vi.spyOn(here.device, 'queue').mockRejectedValueOnce(newer)
    expect((await here.started()).view()).toEqual({ status: 'failed', isOlder: true })
    queue.mockRestore()
  })

  test('that cannot be read can be tried again', async () => {
    const queue = vi.spyOn(here.device, 'queue').mockRejectedValueOnce(new Error('no database'))
    const player = await here.started()
    expect(player.view()).toEqual({ status: 'failed', isOlder: false })
    queue.mockRestore()
    await player.start()
    expect(shown(player)).toBe(playedCards[0])
  })
})
