import { beforeEach, describe, expect, it } from 'vitest'
import { proveFresh } from '#tests/support/fresh-proof.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { authorise, signInAs } from '#tests/support/wechat/wechat-phone.ts'

const now = '2026-11-20T08:00:00.000Z'

const server = await serverOfFile({ now })
beforeEach(() => server.clock.set(now))

const bind = async (by: Pick<TestStudent, 'call'>, as: string) =>
  by.call('POST /account/wechat', await authorise(server, 'bind', { as, by }))

describe('binding a WeChat', () => {
  it('lets it open the account, and says so', async () => {
    const student = await server.signIn()
    const { data } = await bind(student, '甲一')
    expect(data).toMatchObject({ phoneMasked: '139****0001', wechatBound: true })
    expect((await signInAs(server, '甲一')).studentId).toBe(student.studentId)
  })

  it('again changes nothing; another one takes its place', async () => {
    const student = await server.signIn()
    await bind(student, '甲二')
    expect((await bind(student, '甲二')).data.wechatBound).toBe(true)
    expect((await bind(student, '甲三')).data.wechatBound).toBe(true)
    expect((await signInAs(server, '甲三')).studentId).toBe(student.studentId)
    expect((await signInAs(server, '甲二')).studentId).not.toBe(student.studentId)
  })

  it('that opens another account is refused', async () => {
    const { studentId } = await signInAs(server, '甲四')
    const student = await server.signIn()
    expect(await bind(student, '甲四')).toMatchObject({
      status: 409,
      code: 4095,
      message: '这个微信已经绑定了别的账号',
    })
    expect((await student.call('GET /account/security')).data.wechatBound).toBe(false)
    expect((await signInAs(server, '甲四')).studentId).toBe(studentId)
  })

  it('of two students at once gives it to one', async () => {
    const students = [await server.signIn(), await server.signIn(), await server.signIn()]
    const replies = await Promise.all(students.map((student) => bind(student, '甲五')))
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4095, 4095])
  })

  it('takes it over from an account whose time is over', async () => {
    const { call } = await signInAs(server, '甲六')
    await call('POST /account/deletion')
    server.clock.advance(7 * 86_400_000)
    const student = await server.signIn()
    expect((await bind(student, '甲六')).data.wechatBound).toBe(true)
  })

  it.each(['deny', 'snapshot'] as const)('comes to nothing after %s', async (press) => {
    const student = await server.signIn()
    const proof = await authorise(server, 'bind', { as: '甲七', press, by: student })
    const reply = await student.call('POST /account/wechat', proof)
    expect(reply.code).toBe(press === 'deny' ? 4225 : 4226)
    expect((await student.call('GET /account/security')).data.wechatBound).toBe(false)
  })

  it("by one browser's marker works once", async () => {
    const student = await server.signIn()
    const proof = await authorise(server, 'bind', { as: '甲八', by: student })
    const replies = await Promise.all([1, 2].map(() => student.call('POST /account/wechat', proof)))
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4224])
  })
})

describe('what a student began', () => {
  it.each([
    ['bind', 'POST /account/wechat'],
    ['openid', 'POST /auth/wechat-openid'],
  ] as const)(
    'for %s is of no use to the next student who signs in in the same browser',
    async (purpose, key) => {
      const [beginner, next] = [await server.signIn(), await server.signIn()]
      const proof = await authorise(server, purpose, { as: `丁${purpose}`, by: beginner })
      expect(await next.call(key, proof)).toMatchObject({ status: 422, code: 4224 })
      expect((await next.call('GET /account/security')).data.wechatBound).toBe(false)
      expect((await beginner.call(key, proof)).code).toBe(2000)
    },
  )

  it.each(['bind', 'openid'] as const)('for %s needs a session', async (purpose) => {
    const reply = await server.call('POST /auth/wechat-authorize', {
      browserKey: 'k'.repeat(43),
      purpose,
      returnTo: '/me',
    })
    expect(reply).toMatchObject({ status: 401, code: 4001 })
  })
})

describe('unbinding a WeChat', () => {
  it('leaves the phone, and makes a new account of the next login by WeChat', async () => {
    const student = await server.signIn()
    await bind(student, '乙一')
    expect((await student.call('DELETE /account/wechat')).data.wechatBound).toBe(false)
    expect((await student.call('DELETE /account/wechat')).data.wechatBound).toBe(false)
    expect((await signInAs(server, '乙一')).studentId).not.toBe(student.studentId)
  })

  it('is refused while nothing else opens the account', async () => {
    const { call, studentId } = await signInAs(server, '乙二')
    expect(await call('DELETE /account/wechat')).toMatchObject({
      status: 409,
      code: 4093,
      message: '这是唯一的登录方式，请先绑定手机号',
    })
    const phone = '13811112222'
    const code = await codeFor(server, phone, 'phone')
    await call('PUT /account/phone', { phone, code })
    await proveFresh(server.deps, studentId)
    expect((await call('DELETE /account/wechat')).data).toMatchObject({ wechatBound: false })
    server.clock.advance(60_000)
    expect((await server.signIn(phone)).studentId).toBe(studentId)
  })
})

describe('the openid for paying', () => {
  const openidsOf = async (studentId: string) => {
    const rows = await server.deps.database.db
      .selectFrom('sessions')
      .select('wechat_openid')
      .where('student_id', '=', studentId)
      .orderBy('created_at')
      .execute()
    return rows.map((row) => row.wechat_openid)
  }

  it('is sent, and kept with the session that is inside that WeChat', async () => {
    const student = await server.signIn()
    const proof = await authorise(server, 'openid', { as: '丙一', by: student })
    const { data } = await student.call('POST /auth/wechat-openid', proof)
    expect(data.openid).toMatch(/^o.{27}$/)
    server.clock.advance(60_000)
    await server.signIn(student.phone)
    expect(await openidsOf(student.studentId)).toEqual([data.openid, null])
  })

  it('is known from the start to a session that began inside WeChat', async () => {
    const student = await signInAs(server, '丙二')
    const proof = await authorise(server, 'openid', { as: '丙二', by: student })
    const { data } = await student.call('POST /auth/wechat-openid', proof)
    expect(await openidsOf(student.studentId)).toEqual([data.openid])
  })

  it('is forgotten when the session ends, by itself or from afar', async () => {
    const student = await signInAs(server, '丙四')
    server.clock.advance(1)
    const away = await signInAs(server, '丙四')
    server.clock.advance(1)
    const here = await signInAs(server, '丙四')
    const { data } = await here.call('GET /account/devices')
    await here.call('DELETE /account/devices/:deviceId', { deviceId: data.devices[2]!.id })
    await away.call('POST /auth/logout')
    const openids = await openidsOf(student.studentId)
    expect(openids.map((openid) => openid === null)).toEqual([true, true, false])
    server.clock.advance(1)
    const last = await signInAs(server, '丙四')
    await last.call('DELETE /account/devices')
    expect((await openidsOf(student.studentId)).filter((openid) => openid !== null)).toHaveLength(1)
  })

  it("opens no account: a parent's WeChat can pay without becoming the child's", async () => {
    const child = await server.signIn()
    await child.call('POST /auth/wechat-openid', await authorise(server, 'openid', { as: '家长', by: child }))
    expect((await child.call('GET /account/security')).data.wechatBound).toBe(false)
    const parent = await signInAs(server, '家长')
    expect(parent.studentId).not.toBe(child.studentId)
  })

  it('of a WeChat that opens an account of its own pays for another one too', async () => {
    const parent = await signInAs(server, '家长二')
    const child = await server.signIn()
    const reply = await child.call(
      'POST /auth/wechat-openid',
      await authorise(server, 'openid', { as: '家长二', by: child }),
    )
    expect(reply.code).toBe(2000)
    expect((await signInAs(server, '家长二')).studentId).toBe(parent.studentId)
  })

  it('of a snapshot page is none', async () => {
    const student = await server.signIn()
    const proof = await authorise(server, 'openid', { as: '丙三', press: 'snapshot', by: student })
    expect(await student.call('POST /auth/wechat-openid', proof)).toMatchObject({ code: 4226 })
    expect(await openidsOf(student.studentId)).toEqual([null])
  })
})
