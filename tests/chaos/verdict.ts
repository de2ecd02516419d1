import { expect, type Page } from '@playwright/test'
import type { JournalAnswer } from '#src/offline/schema.ts'
import { callAs } from '../browser/api.ts'
import { deviceData } from './device-data.ts'
import type { FormerStudent } from './student.ts'

const batchSize = 100
const dayMs = 86_400_000

/**
 * Asks the server which of these answers it has, by sending all of them once more: what it has is a `duplicate`;
 * a `stored` would be an answer that had been lost.
 * @param token of the session, or an upload ticket
 */
const replay = async (
  host: string,
  token: string | null,
  journal: readonly JournalAnswer[],
): Promise<Map<string, string>> => {
  const statuses = new Map<string, string>()
  for (const packId of new Set(journal.map((answer) => answer.packId))) {
    const answers = journal
      .filter((answer) => answer.packId === packId)
      .map(({ id, cardId, rating, answeredAt, durationMs }) => ({
        id,
        cardId,
        rating: rating as 1 | 2 | 3 | 4,
        answeredAt,
        durationMs,
        utcOffsetMinutes: 480,
        mode: 'flip' as const,
        retention: 0.9,
      }))
    for (let from = 0; from < answers.length; from += batchSize) {
      const { results } = await callAs(host, token, 'POST /user-study/record/:packId/:sessionId', {
        packId,
        sessionId: crypto.randomUUID(),
        deviceId: crypto.randomUUID(),
        sentAt: new Date().toISOString(),
        answers: answers.slice(from, from + batchSize),
        undos: [],
      })
      for (const { id, status } of results) statuses.set(id, status)
    }
  }
  return statuses
}

const expectKept = (given: ReadonlySet<string>, journal: readonly JournalAnswer[]): void => {
  const onDevice = new Set(journal.map(({ id }) => id))
  const forgotten = [...given].filter((id) => !onDevice.has(id))
  expect(forgotten, 'answers that the device forgot').toEqual([])
}

const expectStored = async (
  host: string,
  token: string | null,
  journal: readonly JournalAnswer[],
): Promise<void> => {
  const statuses = await replay(host, token, journal)
  const lacking = journal.filter(({ id }) => statuses.get(id) !== 'duplicate')
  expect(
    lacking.map(({ id }) => id),
    'answers that the server lacks',
  ).toEqual([])
}

/**
 * After healing: every answer that was shown as given is on the server exactly once, and both sides agree.
 * @param sinceMs when the first answer was given, by a clock that is right: they belong to the days since then
 */
export async function judge(
  page: Page,
  given: ReadonlySet<string>,
  { sinceMs }: { sinceMs?: number } = {},
): Promise<void> {
  const host = new URL(page.url()).origin
  const { token, journal } = await deviceData(page)
  expectKept(given, journal)

  const before = await callAs(host, token, 'GET /user-study/summary', {})
  await expectStored(host, token, journal)
  const standing = journal.filter(({ undone }) => !undone)
  expect(before.totals.answers, 'answers that the server counts').toBe(standing.length)
  if (sinceMs !== undefined) {
    // A device whose clock is wrong by minutes may be on the other side of midnight.
    const strange = before.days
      .filter(({ answers }) => answers > 0)
      .filter(({ day }) => Date.parse(day) < sinceMs - 2 * dayMs || Date.parse(day) > Date.now() + 2 * dayMs)
    expect(strange, 'days on which no one has studied').toEqual([])
  }

  const { states } = await callAs(host, token, 'GET /user-study/states', { limit: 2000 })
  const reps = new Map<string, number>()
  for (const { cardId } of standing) reps.set(cardId, (reps.get(cardId) ?? 0) + 1)
  expect(
    new Map(states.map((state) => [state.cardId, state.reps])),
    "repetitions in the server's states",
  ).toEqual(reps)
}

/** The same of a student who has signed out since, with what the device knew of them until then. */
export async function judgeFormer(host: string, former: FormerStudent): Promise<void> {
  const { journal } = former.data
  expectKept(former.given, journal)
  await expectStored(host, former.uploadTicket, journal)
}
