import { afterEach, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'

/** The default of an installation. */
const smsPerHour = 2000

let phones = 0
const server = await serverOfFile({ now: '2026-11-20T08:00:00.000Z', config: { smsPerHour } })
// Each test has an hour of its own.
afterEach(() => server.clock.advance(3_600_000))

const newPhone = (): string => `137${String((phones += 1)).padStart(8, '0')}`
const ask = (ip: string, phone = newPhone()) => server.callFrom(ip)('POST /auth/send-code', { phone })

/** Asks until it is refused. @returns how many codes it was given, and the refusal */
const askOn = async (ip: string, atMost = 400) => {
  for (let count = 0; count < atMost; count += 1) {
    const reply = await ask(ip)
    if (reply.code !== 2000) return { count, reply }
  }
  throw new Error('nothing ends it')
}

it('gives a class behind one address forty codes in a minute, twice over', async () => {
  for (let pupil = 0; pupil < 40; pupil += 1) expect((await ask('203.0.113.7')).code).toBe(2000)
  server.clock.advance(10 * 60_000)
  for (let pupil = 0; pupil < 40; pupil += 1) expect((await ask('203.0.113.7')).code).toBe(2000)
})

it('slows a range of addresses that asks for strangers, and names the wait', async () => {
  const { count, reply } = await askOn('203.0.113.7')
  expect(count).toBe(60)
  expect(reply).toMatchObject({
    status: 429,
    code: 4293,
    message: '你所在的网络获取验证码太多，请 10 分钟后再试，或换一个网络',
  })
  expect(reply.headers['retry-after']).toBe('600')
  // A neighbour's address is the same range; another range is served.
  expect((await ask('203.0.113.8')).code).toBe(4293)
  expect((await ask('198.51.100.1')).code).toBe(2000)
  server.clock.advance(10 * 60_000)
  // A tenth of the 1,199 that the others have left.
  expect((await askOn('203.0.113.9')).count).toBe(59)
  server.clock.advance(10 * 60_000)
  expect(await askOn('203.0.113.9')).toMatchObject({ count: 0, reply: { code: 4293 } })
})

it('lets students sign in whatever strangers ask for from many ranges', async () => {
  const student = await server.signIn()
  const given: number[] = []
  for (let range = 0; range < 8; range += 1) given.push((await askOn(`100.64.${range}.1`)).count)
  // Each further range gets a part of what is left.
  expect(given).toEqual(given.toSorted((a, b) => b - a))
  expect(given.reduce((sum, count) => sum + count, 0)).toBeLessThan(1200)
  server.clock.advance(60_000)
  expect((await ask('192.0.2.1', student.phone)).code).toBe(2000)
  expect((await ask('192.0.2.1')).code).toBe(2000)
})

it('keeps two fifths of the hour for numbers that have an account', async () => {
  const student = await server.signIn()
  const { db } = server.deps.database
  const hour = new Date(Math.floor(server.clock.now().getTime() / 3_600_000) * 3_600_000)
  for (const key of ['send-code:all', 'send-code:strangers']) {
    await db
      .insertInto('rate_limits')
      .values({ key, window_start: hour, count: 1200 })
      .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ count: 1200 }))
      .execute()
  }
  expect(await ask('192.0.2.1')).toMatchObject({
    code: 4294,
    message: expect.stringMatching(/^现在获取验证码的人太多，请 \d+ 分钟后再试$/),
  })
  server.clock.advance(60_000)
  expect((await ask('192.0.2.1', student.phone)).code).toBe(2000)
  const counters = await db.selectFrom('rate_limits').select('key').execute()
  for (const { key } of counters) expect(key).not.toContain(student.phone)
})
