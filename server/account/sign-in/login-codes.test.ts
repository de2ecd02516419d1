import { beforeEach, describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const now = '2026-11-20T08:00:00.000Z'

let phones = 0
let phone: string

const server = await serverOfFile({ now })
beforeEach(() => {
  phone = `137${String((phones += 1)).padStart(8, '0')}`
})

const sendCode = (to = phone) => server.call('POST /auth/send-code', { phone: to })
const codeFor = async (to = phone): Promise<string> => (await sendCode(to)).data.devCode ?? ''
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const login = (code: string, to = phone) => server.call('POST /auth/login', { phone: to, code, agreed: true })
const countStudents = async (): Promise<number> => {
  const { count } = await server.deps.database.db
    .selectFrom('students')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

describe('a code', () => {
  it('is refused when it is wrong, with the tries that are left, and ends after five', async () => {
    const code = await codeFor()
    const replies = []
    for (let tries = 0; tries < 5; tries += 1) replies.push(await login(wrongFor(code)))
    expect(replies.map(({ message }) => message)).toEqual([
      '验证码不正确，还可以再试 4 次',
      '验证码不正确，还可以再试 3 次',
      '验证码不正确，还可以再试 2 次',
      '验证码不正确，还可以再试 1 次',
      '错误次数过多，请重新获取验证码',
    ])
    expect(await login(code)).toMatchObject({ status: 422, code: 4223 })
  })

  it('counts tries that come at the same moment', async () => {
    const code = await codeFor()
    const replies = await Promise.all(Array.from({ length: 20 }, () => login(wrongFor(code))))
    expect(replies.filter((reply) => reply.code === 4221)).toHaveLength(4)
    expect(replies.filter((reply) => reply.code === 4223)).toHaveLength(16)
  })

  const tryFrom = (ip: string, code: string) =>
    server.callFrom(ip)('POST /auth/login', { phone, code, agreed: true })

  it('survives a stranger who guesses at it from another address', async () => {
    const code = await codeFor()
    const stranger = '2001:db8:0:7::'
    for (let tries = 1; tries <= 12; tries += 1) {
      const { code: answer } = await tryFrom(`${stranger}${tries}`, wrongFor(code))
      expect(answer).toBe(tries < 5 ? 4221 : 4223)
    }
    expect((await login(code)).code).toBe(2000)
  })

  it('ends after fifteen wrong tries from everywhere', async () => {
    const code = await codeFor()
    const answers = []
    for (let tries = 0; tries < 15; tries += 1) {
      answers.push((await tryFrom(`203.0.113.${tries % 3}`, wrongFor(code))).message)
    }
    expect(answers.slice(-5)).toEqual([
      '验证码不正确，还可以再试 1 次',
      '验证码不正确，还可以再试 1 次',
      '错误次数过多，请重新获取验证码',
      '错误次数过多，请重新获取验证码',
      '错误次数过多，请重新获取验证码',
    ])
    expect((await tryFrom('203.0.113.9', code)).code).toBe(4223)
  })

  it('is guessed at from one address 300 times an hour, over all phones', async () => {
    const code = await codeFor()
    const count = async () =>
      (
        await server.deps.database.db
          .selectFrom('rate_limits')
          .select('count')
          .where('key', '=', 'wrong-code:ip:203.0.113.30')
          .executeTakeFirst()
      )?.count
    expect((await tryFrom('203.0.113.30', wrongFor(code))).code).toBe(4221)
    expect(await count()).toBe(1)
    await server.deps.database.db
      .updateTable('rate_limits')
      .set({ count: 299 })
      .where('key', '=', 'wrong-code:ip:203.0.113.30')
      .execute()
    expect((await tryFrom('203.0.113.30', code)).code).toBe(2000)
    expect((await tryFrom('203.0.113.30', code)).code).toBe(4222)
    expect(await count()).toBe(299)
    phone = phone.replace('137', '136')
    expect((await tryFrom('203.0.113.30', wrongFor(await codeFor()))).code).toBe(4221)
    expect(await tryFrom('203.0.113.30', code)).toMatchObject({ status: 429, code: 4290 })
  })

  it('expires after five minutes', async () => {
    const code = await codeFor()
    server.clock.advance(299_999)
    const other = await login(wrongFor(code))
    expect(other.code).toBe(4221)
    server.clock.advance(1)
    expect(await login(code)).toMatchObject({ code: 4222, message: '验证码已过期，请重新获取' })
    server.clock.set(now)
  })

  it('opens one session only, even when it is used twice at once', async () => {
    const code = await codeFor()
    const replies = await Promise.all([login(code), login(code)])
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4222])
    expect(await login(code)).toMatchObject({ code: 4222 })
  })

  it('is replaced by the next one', async () => {
    const first = await codeFor()
    server.clock.advance(60_000)
    const second = await codeFor()
    if (first !== second) expect(await login(first)).toMatchObject({ code: 4221 })
    expect((await login(second)).code).toBe(2000)
    server.clock.set(now)
  })

  it('of another phone opens nothing', async () => {
    const code = await codeFor()
    const other = '13600000000'
    await sendCode(other)
    expect((await login(code, other)).code).toBe(4221)
  })

  it('is kept as a keyed hash only', async () => {
    const code = await codeFor()
    const row = await server.deps.database.db
      .selectFrom('sms_codes')
      .selectAll()
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow()
    expect(row.code_hmac).toHaveLength(32)
    expect(JSON.stringify({ ...row, phone: '' })).not.toContain(code)
  })
})

describe('a server whose clock ran three days ahead and was put right', () => {
  const ahead = '2026-11-23T08:00:00.000Z'
  const back = () => server.clock.set(now)

  it('lets a phone that asked in the meantime ask again at once', async () => {
    server.clock.set(ahead)
    await sendCode()
    back()
    expect((await sendCode()).code).toBe(2000)
    expect((await sendCode()).message).toBe('获取太频繁，请 60 秒后再试')
  })

  it('opens nothing with a code from then', async () => {
    server.clock.set(ahead)
    const code = await codeFor()
    back()
    expect(await login(code)).toMatchObject({ code: 4222 })
  })
})

describe('asking for codes', () => {
  it('is possible once a minute', async () => {
    const first = await sendCode()
    expect(first.data).toMatchObject({ resendAfterSeconds: 60, expiresInSeconds: 300 })
    server.clock.advance(18_500)
    const tooSoon = await sendCode()
    expect(tooSoon).toMatchObject({ status: 429, code: 4291, message: '获取太频繁，请 42 秒后再试' })
    expect(tooSoon.headers['retry-after']).toBe('42')
    server.clock.advance(41_500)
    expect((await sendCode()).code).toBe(2000)
    server.clock.set(now)
  })

  const askFrom = async (ip: string) => {
    const reply = await server.callFrom(ip)('POST /auth/send-code', { phone })
    server.clock.advance(60_000)
    return reply.code
  }

  it('is possible ten times a day, by the calendar of China', async () => {
    server.clock.set('2026-11-20T15:00:00.000Z')
    for (let count = 0; count < 10; count += 1) expect(await askFrom(`10.9.0.${count % 2}`)).toBe(2000)
    expect(await askFrom('10.9.0.3')).toBe(4292)
    server.clock.set('2026-11-20T16:00:00.000Z')
    expect((await sendCode()).code).toBe(2000)
    server.clock.set(now)
  })

  it('is possible six times a day from one address, so that a stranger elsewhere leaves the others', async () => {
    for (let count = 0; count < 6; count += 1) expect(await askFrom('203.0.113.20')).toBe(2000)
    expect(await askFrom('203.0.113.20')).toBe(4292)
    expect(await askFrom('203.0.113.21')).toBe(2000)
    server.clock.set(now)
  })

  it('sends one code when two requests come at the same moment', async () => {
    const replies = await Promise.all([sendCode(), sendCode(), sendCode()])
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4291, 4291])
  })

  it('says the same to a phone that has an account and to one that has none', async () => {
    await login(await codeFor())
    server.clock.advance(60_000)
    const shapeOf = async (to: string) => {
      const { data, ...reply } = await sendCode(to)
      return {
        keys: Object.keys(data),
        code: reply.code,
        message: reply.message,
        headers: Object.keys(reply.headers),
      }
    }
    expect(await shapeOf(phone)).toEqual(await shapeOf('13500000001'))
    const stranger = await login('000000', '13500000002')
    const student = await server.signIn('13500000003')
    const known = await login('000000', student.phone)
    expect([stranger.code, stranger.message]).toEqual([known.code, known.message])
    server.clock.set(now)
  })

  it.each([
    '',
    '1380013800',
    '138001380000',
    '23800138000',
    '+8613800138000',
    "13800138000' or 1=1",
    '１３８００１３８０００',
    13800138000,
  ])('refuses %j as a phone number', async (malformed) => {
    const before = await countStudents()
    const reply = await server.call('POST /auth/send-code', { phone: malformed as string })
    expect(reply).toMatchObject({ status: 422, code: 4220, message: '提交的内容有误：手机号' })
    expect(await login('123456', malformed as string)).toMatchObject({
      status: 422,
      message: '提交的内容有误：手机号',
    })
    expect(await countStudents()).toBe(before)
  })

  it.each(['12345', '1234567', 'abcdef', "1' or '"])('refuses %j as a code', async (code) => {
    expect(await login(code)).toMatchObject({ status: 422, message: '提交的内容有误：验证码' })
  })
})
