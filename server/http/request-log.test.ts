import { expect, it } from 'vitest'
import { createTimestamp } from './request-log.ts'

it.each([
  ['a whole second', '2026-11-20T04:00:00.000Z'],
  ['within it', '2026-11-20T04:00:00.007Z'],
  ['its end', '2026-11-20T04:00:00.999Z'],
  ['the next one', '2026-11-20T04:00:01.045Z'],
  ['another day, and a clock that was put back', '2026-11-19T23:59:59.500Z'],
  ['before 1970', '1969-12-31T23:59:59.001Z'],
])('the time of a line is that of the clock: %s', (_, at) => {
  let now = Date.parse('2026-11-20T04:00:00.500Z')
  const timestamp = createTimestamp(() => now)
  timestamp()
  now = Date.parse(at)
  expect([timestamp(), timestamp()]).toEqual([`,"time":"${at}"`, `,"time":"${at}"`])
})
