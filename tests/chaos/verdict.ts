import { expect, type Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { deviceData, type DeviceData } from './device-data.ts'

const batchSize = 100

/**
 * Asks the server which of the device's answers it has, by sending all of them once more: what it has is a
 * `duplicate`; a `stored` would be an answer that had been lost.
 */
const replay = async (host: string, data: DeviceData, packId: string): Promise<Map<string, string>> => {
  const answers = data.journal.map(({ id, cardId, rating, answeredAt, durationMs }) => ({
    id,
    cardId,
    rating: rating as 1 | 2 | 3 | 4,
    answeredAt,
    durationMs,
    utcOffsetMinutes: 480,
    mode: 'flip' as const,
    retention: 0.9,
  }))
  const statuses = new Map<string, string>()
  for (let from = 0; from < answers.length; from += batchSize) {
    const { results } = await callAs(host, data.token, 'POST /user-study/record/:packId/:sessionId', {
      packId,
      sessionId: crypto.randomUUID(),
      deviceId: crypto.randomUUID(),
      sentAt: new Date().toISOString(),
      answers: answers.slice(from, from + batchSize),
      undos: [],
    })
    for (const { id, status } of results) statuses.set(id, status)
  }
  return statuses
}

/** After healing: every answer that was shown as given is on the server exactly once, and both sides agree. */
export const judge = async (page: Page, packId: string, given: ReadonlySet<string>): Promise<void> => {
  const host = new URL(page.url()).origin
  const data = await deviceData(page)
  const onDevice = new Set(data.journal.map(({ id }) => id))
  expect(
    [...given].filter((id) => !onDevice.has(id)),
    'answers that the device forgot',
  ).toEqual([])

  const before = await callAs(host, data.token, 'GET /user-study/summary', {})
  const statuses = await replay(host, data, packId)
  expect(
    [...onDevice].filter((id) => statuses.get(id) !== 'duplicate'),
    'answers that the server lacks',
  ).toEqual([])

  const standing = data.journal.filter(({ undone }) => !undone)
  expect(before.totals.answers, 'answers that the server counts').toBe(standing.length)

  const { states } = await callAs(host, data.token, 'GET /user-study/states', { limit: 2000 })
  const reps = new Map<string, number>()
  for (const { cardId } of standing) reps.set(cardId, (reps.get(cardId) ?? 0) + 1)
  expect(
    new Map(states.map((state) => [state.cardId, state.reps])),
    "repetitions in the server's states",
  ).toEqual(reps)
}
