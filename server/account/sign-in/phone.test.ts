import { beforeEach, describe, expect, it } from 'vitest'
import { proveFresh } from '#tests/support/fresh-proof.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import type { LoginCodes } from './login-codes.service.ts'
import { changePhone } from './phone.service.ts'

const now = '2026-11-20T08:00:00.000Z'
const dayMs = 86_400_000

let student: TestStudent
let phones = 0
let next: string

const server = await serverOfFile({ now })
beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
  next = `188${String((phones += 1)).padStart(8, '0')}`
})

const phoneOf = async (studentId: string) => {
  const { phone } = await server.deps.database.db
    .selectFrom('students')
    .select('phone')
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow()
  return phone
}
const isTakenBy = async (phone: string) => (await server.signIn(phone)).studentId

describe('changing the phone', () => {
  it('takes a code that was sent to the new number, and the new number then signs in', async () => {
    const code = await codeFor(server, next, 'phone')
    const reply = await student.call('PUT /account/phone', { phone: next, code })
    expect(reply).toMatchObject({ code: 2000, data: { phoneMasked: `188****${next.slice(-4)}` } })
    server.clock.advance(60_000)
    expect(await isTakenBy(next)).toBe(student.studentId)
    expect(await isTakenBy(student.phone)).not.toBe(student.studentId)
  })

  it('binds one to an account that had none', async () => {
    await server.deps.database.db
      .updateTable('students')
      .set({ phone: null })
      .where('id', '=', student.studentId)
      .execute()
    expect((await student.call('GET /account/security')).data.phoneMasked).toBeNull()
    const code = await codeFor(server, next, 'phone')
    await student.call('PUT /account/phone', { phone: next, code })
    expect(await phoneOf(student.studentId)).toBe(next)
  })

  it('to the same number is fine', async () => {
    server.clock.advance(60_000)
    const code = await codeFor(server, student.phone, 'phone')
    expect((await student.call('PUT /account/phone', { phone: student.phone, code })).code).toBe(2000)
  })

  it("refuses another student's number, but only to a person who proves that they hold it", async () => {
    const other = await server.signIn()
    server.clock.advance(60_000)
    const code = await codeFor(server, other.phone, 'phone')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const guess = await student.call('PUT /account/phone', { phone: other.phone, code: wrong })
    expect(guess).toMatchObject({ status: 422, code: 4221 })
    const proven = await student.call('PUT /account/phone', { phone: other.phone, code })
    expect(proven).toMatchObject({ status: 409, code: 4094, message: '这个手机号已经有账号了' })
    expect(await phoneOf(student.studentId)).toBe(student.phone)
    expect(await phoneOf(other.studentId)).toBe(other.phone)
  })

  it('takes the number of an account whose time is over, also before the sweep', async () => {
    const leaver = await server.signIn()
    await leaver.call('POST /account/deletion')
    server.clock.advance(7 * dayMs)
    await proveFresh(server.deps, student.studentId)
    const code = await codeFor(server, leaver.phone, 'phone')
    const reply = await student.call('PUT /account/phone', { phone: leaver.phone, code })
    expect(reply.code).toBe(2000)
    expect(await phoneOf(student.studentId)).toBe(leaver.phone)
  })

  it('counts one code once, even when two students send it at the same moment', async () => {
    const other = await server.signIn()
    const code = await codeFor(server, next, 'phone')
    const replies = await Promise.all(
      [student, other].map(({ call }) => call('PUT /account/phone', { phone: next, code })),
    )
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4222])
  })

  it('gives one number to one of several who get as far as the table at the same moment', async () => {
    const students = [student, await server.signIn(), await server.signIn()]
    const asking = await Promise.all(
      students.map(async ({ studentId, call }) => {
        const { data } = await call('GET /account/devices')
        return { studentId, sessionId: data.devices[0]!.id }
      }),
    )
    const proven: LoginCodes = {
      send: async () => '',
      check: async () => Buffer.alloc(0),
      consume: async () => {},
    }
    const outcomes = await Promise.allSettled(
      asking.map(({ studentId, sessionId }) =>
        changePhone(server.deps, proven, {
          studentId,
          sessionId,
          now: server.clock.now(),
          phone: next,
          code: '000000',
          ip: '127.0.0.1',
        }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(reasons.map(({ reason }) => reason)).toEqual(['phone_taken', 'phone_taken'])
  })

  it.each(['1380013800', '+8613800138000', '', "' or 1=1"])('refuses %j', async (phone) => {
    const reply = await student.call('PUT /account/phone', { phone, code: '000000' })
    expect(reply).toMatchObject({ status: 422, message: '提交的内容有误：手机号' })
  })
})

describe('a code', () => {
  const wrong = { status: 422, code: 4221 }

  it('that was asked for signing in binds no phone and gives no consent', async () => {
    await student.call('POST /account/age-band', { ageBand: 'under14' })
    const code = await codeFor(server, next, 'login')
    expect(await student.call('PUT /account/phone', { phone: next, code })).toMatchObject(wrong)
    const consent = await student.call('POST /account/guardian-consent', { phone: next, code, agreed: true })
    expect(consent).toMatchObject(wrong)
    expect((await server.call('POST /auth/login', { phone: next, code, agreed: true })).code).toBe(2000)
  })

  it.each(['phone', 'guardian'] as const)('that was asked for as %s signs no one in', async (purpose) => {
    const code = await codeFor(server, next, purpose)
    expect(await server.call('POST /auth/login', { phone: next, code, agreed: true })).toMatchObject(wrong)
  })

  it('for something else counts as a try, so that guessing gains nothing', async () => {
    const code = await codeFor(server, next, 'guardian')
    const codes = []
    for (let tries = 0; tries < 5; tries += 1) {
      codes.push((await student.call('PUT /account/phone', { phone: next, code })).code)
    }
    expect(codes).toEqual([4221, 4221, 4221, 4221, 4223])
  })

  it('is limited per phone over all purposes together', async () => {
    await codeFor(server, next, 'guardian')
    const soon = await server.call('POST /auth/send-code', { phone: next, purpose: 'login' })
    expect(soon).toMatchObject({ status: 429, code: 4291 })
  })

  it('for nothing that we know is refused', async () => {
    const reply = await server.call('POST /auth/send-code', { phone: next, purpose: 'pay' as 'login' })
    expect(reply).toMatchObject({ status: 422, message: '提交的内容有误：用途' })
  })
})
