import { beforeEach, describe, expect, test } from 'vitest'
import { createTrustedClock, type TrustedClock } from './trusted-clock.ts'

const yearMs = 365 * 86_400_000
const hourMs = 3_600_000
const serverMs = Date.parse('2026-11-20T08:00:00.000Z')

let deviceMs: number
let monotonicMs: number
let clock: TrustedClock
const pass = (ms: number) => {
  deviceMs += ms
  monotonicMs += ms
}
const reopen = () => {
  monotonicMs = 0
  clock = createTrustedClock(
    () => deviceMs,
    () => monotonicMs,
  )
}

beforeEach(() => {
  deviceMs = serverMs
  reopen()
})

describe('what a device knows of the server’s clock', () => {
  test('is nothing before the server has answered', () => {
    expect(clock.offsetMs()).toBeNull()
  })

  test.each([
    ['a year behind', -yearMs],
    ['a year ahead', yearMs],
  ])('is how wrong its own is that is %s, also after a start', (_, error) => {
    deviceMs = serverMs + error
    const reading = { serverMs, deviceMs }
    clock.take(reading)
    pass(hourMs)
    expect(clock.offsetMs()).toBe(-error)
    reopen()
    clock.take(reading)
    pass(hourMs)
    expect(clock.offsetMs()).toBe(-error)
  })

  test('is that a clock is right that is a little off', () => {
    clock.take({ serverMs: serverMs + 60_000, deviceMs })
    expect(clock.offsetMs()).toBe(0)
  })

  test('stays while the clock is set back without a network, and the page goes on', () => {
    clock.take({ serverMs, deviceMs })
    pass(hourMs)
    deviceMs -= yearMs
    expect(clock.offsetMs()).toBe(yearMs)
  })

  test('is after a start with a clock set back that it is no earlier than the server’s last word', () => {
    deviceMs -= yearMs
    clock.take({ serverMs, deviceMs: serverMs })
    pass(hourMs)
    expect(clock.offsetMs()).toBe(yearMs - hourMs + hourMs)
  })

  test.each([
    ['ahead', yearMs],
    ['behind', -yearMs],
  ])('is that a clock is right that was %s and was put right', (_, error) => {
    const reading = { serverMs, deviceMs: serverMs + error }
    deviceMs = serverMs + hourMs
    reopen()
    clock.take(reading)
    expect(clock.offsetMs()).toBe(0)
  })
})
