import { beforeEach, describe, expect, test } from 'vitest'
import type { StudyActions } from '#src/queries/study.ts'
import { at, rowsOf } from '#tests/support/device-facts.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { openPlayerDevice, playedCards, shown, type PlayerDevice } from '#tests/support/player-device.ts'

let here: PlayerDevice
beforeEach(async () => {
  here = await openPlayerDevice()
})

describe('an answer', () => {
  test('is on the disk before the next card shows', async () => {
    let isStored = false
    const watched: StudyActions = {
      ...here.device,
      record: async (...given) => {
        const place = await here.device.record(...given)
        isStored = true
        return place
      },
    }
    const player = await here.started('today', watched)
    const whenNextShowed: boolean[] = []
    player.subscribe(() => shown(player) === playedCards[1] && whenNextShowed.push(isStored))
    player.reveal()
    await player.rate(3)
    expect(whenNextShowed[0]).toBe(true)
    expect(await here.answers()).toHaveLength(1)
  })

  test('holds the next card back for as long as the disk takes', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const slow = {
      ...here.device,
      record: async (...given: Parameters<StudyActions['record']>) => (
        await gate,
        here.device.record(...given)
      ),
    }
    const player = await here.started('today', slow)
    player.reveal()
    const saving = player.rate(3)
    await Promise.resolve()
    expect(shown(player)).toBe(playedCards[0])
    release()
    await saving
    expect(shown(player)).toBe(playedCards[1])
  })

  test('given twice by a double tap is stored once', async () => {
    const player = await here.started()
    player.reveal()
    await Promise.all([player.rate(3), player.rate(3), player.rate(1)])
    expect(await here.answers()).toHaveLength(1)
    expect(shown(player)).toBe(playedCards[1])
  })

  test('carries the time from the front to the rating, a minute at most', async () => {
    const player = await here.started()
    player.reveal()
    await player.rate(4)
    here.pass(90)
    player.reveal()
    await player.rate(4)
    expect((await here.answers()).map((answer) => answer?.durationMs)).toEqual([0, 60_000])
    expect((await here.answers())[0]).toMatchObject({
      retention: 0.9,
      utcOffsetMinutes: 480,
      mode: 'flip',
      answeredAt: at(0),
    })
  })

  test('is refused before its card was turned', async () => {
    const player = await here.started()
    await player.rate(3)
    expect(await here.answers()).toEqual([])
  })

  test('that finds the disk full goes on, and the student is warned', async () => {
    const player = await here.started()
    player.reveal()
    const makeRoom = fillDisk()
    await player.rate(4)
    makeRoom()
    expect(here.troubles).toEqual(['memory'])
    expect(shown(player)).toBe(playedCards[1])
  })

  test('that could not be kept at all leaves the card for another try', async () => {
    const broken = { ...here.device, record: () => Promise.reject(new Error('no database')) }
    const player = await here.started('today', broken)
    player.reveal()
    await player.rate(3)
    expect(here.troubles).toEqual(['not-saved'])
    expect(player.view()).toMatchObject({ status: 'studying', session: { revealed: true, saving: false } })
  })
})

describe('undo', () => {
  test('takes the answer back on the disk and shows its card again', async () => {
    const player = await here.started()
    player.reveal()
    await player.rate(1)
    await player.undo()
    expect(player.view()).toMatchObject({
      status: 'studying',
      card: { id: playedCards[0] },
      session: { revealed: true },
    })
    expect(await here.device.cardState(playedCards[0]!)).toBeUndefined()
  })

  test('goes back as far as the sitting, and out of the summary', async () => {
    const player = await here.started()
    for (const _ of playedCards) {
      player.reveal()
      await player.rate(4)
    }
    for (const _ of playedCards) await player.undo()
    expect(shown(player)).toBe(playedCards[0])
    expect(await rowsOf(here.database, 'states')).toEqual([])
    await player.undo()
    expect(here.troubles).toEqual([])
  })

  test('and another rating count as the other rating alone', async () => {
    const player = await here.started()
    player.reveal()
    await player.rate(1)
    await player.undo()
    await player.rate(4)
    expect((await here.device.cardState(playedCards[0]!))?.reps).toBe(1)
  })

  test('that fails says so and changes nothing', async () => {
    const broken = { ...here.device, undo: () => Promise.reject(new Error('no database')) }
    const player = await here.started('today', broken)
    player.reveal()
    await player.rate(4)
    await player.undo()
    expect(here.troubles).toEqual(['not-undone'])
    expect(shown(player)).toBe(playedCards[1])
  })
})
