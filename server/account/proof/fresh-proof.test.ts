import { beforeEach, describe, expect, it } from 'vitest'
import { SmsBadNumber, type SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { authorise, signInAs } from '#tests/support/wechat/wechat-phone.ts'

const now = '2026-11-20T08:00:00.000Z'
const minuteMs = 60_000
const hourMs = 3_600_000
const refused = {
  status: 409,
  code: 4089,
  message: '这一步要先确认是你本人：请在“账号与安全”里确认；没有看到的话，请刷新页面再试',
}

let student: TestStudent
let phones = 0
let next: string
const notices: string[] = []
let isGone = false

/** Shows its codes like the console's, and remembers what it sent to whom. */
const sms: SmsGateway = {
  revealsCodes: true,
  sendCode: async () => {},
  sendNotice: async (phone, notice) => {
    notices.push(`${phone} ${notice}`)
    if (isGone) throw new SmsBadNumber('no one has it any more', 'unknown')
  },
}

const server = await serverOfFile({ now, sms })
beforeEach(async () => {
  server.clock.set(now)
  notices.length = 0
  isGone = false
  next = `188${String((phones += 1)).padStart(8, '0')}`
  student = await server.signIn(undefined, { unproven: true })
})

const elsewhere = () => {
  server.clock.advance(minuteMs)
  return server.signIn(student.phone, { unproven: true })
}
const changePhone = async ({ call } = student, phone = next) =>
  call('PUT /account/phone', { phone, code: await codeFor(server, phone, 'phone') })
const proofCode = async ({ call } = student) => (await call('POST /account/proof/code')).data.devCode ?? ''
const proofOf = async ({ call } = student) => (await call('GET /account/security')).data.proof

describe('a session that has not proven who holds it', () => {
  it('changes no factor, deletes nothing and exports nothing; a code of the new number alone is not enough', async () => {
    expect(await changePhone()).toMatchObject(refused)
    const bound = await authorise(server, 'bind', { as: '戊一', by: student })
    for (const reply of [
      await student.call('POST /account/wechat', bound),
      await student.call('DELETE /account/wechat'),
      await student.call('POST /account/deletion'),
      await student.call('GET /account/export', { section: 'account' }),
    ]) {
      expect(reply).toMatchObject(refused)
    }
    expect((await student.call('GET /account/security')).data).toMatchObject({
      phoneMasked: `139****${student.phone.slice(-4)}`,
      wechatBound: false,
      deletion: null,
      proof: { isFresh: false, wait: null },
    })
  })

  it('proves it with a code that its own number is sent, for a quarter of an hour and for itself alone', async () => {
    const other = await elsewhere()
    const proven = await student.call('POST /account/proof', { code: await proofCode() })
    expect(proven.data.proof).toEqual({ isFresh: true, wait: null })
    server.clock.advance(14 * minuteMs)
    expect((await student.call('GET /account/export', { section: 'account' })).code).toBe(2000)
    expect(await changePhone(other)).toMatchObject(refused)
    server.clock.advance(minuteMs)
    expect(await student.call('GET /account/export', { section: 'account' })).toMatchObject(refused)
  })

  it('loses its proof with the number that it was proven by', async () => {
    await student.call('POST /account/proof', { code: await proofCode() })
    expect((await changePhone()).data).toMatchObject({ phoneMasked: `188****${next.slice(-4)}` })
    server.clock.advance(minuteMs)
    expect(await changePhone(student, '18600000001')).toMatchObject(refused)
  })

  it('proves nothing with codes for other things, and a proof opens nothing else', async () => {
    server.clock.advance(minuteMs)
    const forPhone = await codeFor(server, student.phone, 'phone')
    expect(await student.call('POST /account/proof', { code: forPhone })).toMatchObject({ code: 4221 })
    server.clock.advance(minuteMs)
    const forProof = await proofCode()
    const login = { phone: student.phone, code: forProof, agreed: true } as const
    expect(await server.call('POST /auth/login', login)).toMatchObject({ code: 4221 })
    expect(await student.call('POST /account/proof', {})).toMatchObject({ status: 422, code: 4220 })
  })
})

describe('an account that WeChat alone opens', () => {
  it('is confirmed by that WeChat, and by no other', async () => {
    const { call, studentId } = await signInAs(server, '戊二')
    await server.deps.database.db
      .updateTable('sessions')
      .set({ proved_at: null })
      .where('student_id', '=', studentId)
      .execute()
    const holder = { ...student, call }
    expect(await call('POST /account/proof/code')).toMatchObject({ status: 409, code: 4087 })
    expect(await changePhone(holder)).toMatchObject(refused)
    const others = await authorise(server, 'prove', { as: '戊三', by: holder })
    expect(await call('POST /account/proof', { wechat: others })).toMatchObject({
      status: 409,
      code: 4088,
      message: '这不是这个账号绑定的微信',
    })
    const own = await authorise(server, 'prove', { as: '戊二', by: holder })
    expect((await call('POST /account/proof', { wechat: own })).data.proof).toMatchObject({ isFresh: true })
    server.clock.advance(minuteMs)
    expect((await changePhone(holder)).code).toBe(2000)
  })
})

describe("a day's wait, for who has lost the old card", () => {
  it('notifies the old number, shows itself everywhere, then lets the device that asked change the number', async () => {
    const other = await elsewhere()
    const [asked] = await Promise.all([1, 2, 3, 4].map(() => student.call('POST /account/proof/wait')))
    const readyAt = '2026-11-21T08:01:00.000Z'
    expect(asked?.data.proof).toMatchObject({ isFresh: false, wait: { readyAt, current: true } })
    expect(notices).toEqual([`${student.phone} proof_wait`])
    expect((await proofOf(other))?.wait).toMatchObject({ readyAt, current: false })
    expect((await other.call('GET /profile')).data.proofWait).toMatchObject({ readyAt })
    await Promise.all([1, 2, 3, 4].map(() => student.call('POST /account/proof/wait')))
    expect(notices).toHaveLength(1)

    server.clock.advance(24 * hourMs - 1)
    expect(await changePhone()).toMatchObject(refused)
    server.clock.advance(minuteMs)
    expect(await changePhone(other)).toMatchObject(refused)
    server.clock.advance(minuteMs)
    expect((await changePhone()).code).toBe(2000)
    expect(await proofOf()).toEqual({ isFresh: false, wait: null })
  })

  it('is over a day after it was ready', async () => {
    await student.call('POST /account/proof/wait')
    server.clock.advance(48 * hourMs)
    expect(await changePhone()).toMatchObject(refused)
    expect(await proofOf()).toEqual({ isFresh: false, wait: null })
  })

  it('is ended by any device, by a sign-in with the old number, and with its own session', async () => {
    const other = await elsewhere()
    const ends = [
      () => other.call('DELETE /account/proof/wait'),
      () => elsewhere(),
      async () => other.call('POST /account/proof', { code: await proofCode(other) }),
      () => other.call('DELETE /account/devices'),
    ]
    for (const end of ends) {
      expect((await student.call('POST /account/proof/wait')).data.proof?.wait).not.toBeNull()
      await end()
      expect((await proofOf(other))?.wait).toBeNull()
      expect((await other.call('GET /profile')).data.proofWait).toBeNull()
      server.clock.advance(24 * hourMs)
    }
  })

  it('begins also where the old number gets no messages any more; three times a day', async () => {
    isGone = true
    for (let count = 0; count < 3; count += 1) {
      expect((await student.call('POST /account/proof/wait')).data.proof?.wait).not.toBeNull()
      await student.call('DELETE /account/proof/wait')
    }
    expect(await student.call('POST /account/proof/wait')).toMatchObject({ status: 429, code: 4290 })
  })
})
