import { beforeEach, describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import {
  authorise,
  newBrowserKey,
  passWechat,
  signInAs,
  type WechatProof,
} from '#tests/support/wechat/wechat-phone.ts'

const now = '2026-11-20T08:00:00.000Z'
const invalid = { status: 422, code: 4224, message: '微信授权已失效，请重新操作' }

const server = await serverOfFile({ now })
beforeEach(() => server.clock.set(now))

const login = (proof: Partial<WechatProof> & { browserKey: string }) =>
  server.call('POST /auth/wechat-login', { ...proof, agreed: true, deviceName: 'WeChat' })

const countStudents = async (): Promise<number> => {
  const { count } = await server.deps.database.db
    .selectFrom('students')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const wechatOf = (studentId: string) =>
  server.deps.database.db
    .selectFrom('wechat_accounts')
    .select(['openid', 'unionid'])
    .where('student_id', '=', studentId)
    .executeTakeFirst()

describe('beginning inside WeChat', () => {
  const begin = (returnTo: string, purpose: 'login' | 'openid' = 'login', call = server.call) =>
    call('POST /auth/wechat-authorize', { browserKey: newBrowserKey(), purpose, returnTo })

  it('[9.15, 9.16] leads to WeChat, which comes back to the page with the state marker', async () => {
    const { data } = await begin('/login?from=%2Fme')
    const url = new URL(data.url)
    expect(url.pathname).toBe('/dev/wechat/connect/oauth2/authorize')
    expect(url.hash).toBe('#wechat_redirect')
    expect([...url.searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state'])
    expect(data).toMatchObject({
      state: url.searchParams.get('state'),
      expiresAt: '2026-11-20T08:05:00.000Z',
    })
    expect(data.state).toMatch(/^[a-z0-9]{64}$/)
    const back = new URL(await passWechat(server, data.url, { as: '小青' }))
    expect(back.href).toMatch(/^http:\/\/localhost\/login\?from=%2Fme&code=/)
    expect(back.searchParams.get('state')).toBe(data.state)
  })

  it('asks the person for signing in, and nothing for paying', async () => {
    const { call } = await server.signIn()
    const scopeOf = async (purpose: 'login' | 'openid') =>
      new URL((await begin('/me', purpose, call)).data.url).searchParams.get('scope')
    expect([await scopeOf('login'), await scopeOf('openid')]).toEqual(['snsapi_userinfo', 'snsapi_base'])
  })

  it.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', '', 'me'])(
    'comes back to no other site: %j',
    async (returnTo) => {
      expect(await begin(returnTo)).toMatchObject({
        status: 422,
        code: 4220,
        message: '提交的内容有误：返回地址',
      })
    },
  )

  it('is limited for one address, together with QR codes', async () => {
    const ask = async (path: string, body: object, remoteAddress = '203.0.113.9') => {
      const payload = { browserKey: newBrowserKey(), ...body }
      const url = `/api/client/auth/${path}`
      return (await server.app.inject({ method: 'POST', url, remoteAddress, payload })).statusCode
    }
    await server.deps.database.db
      .insertInto('rate_limits')
      .values({ key: 'wechat-start:ip:203.0.113.9', window_start: now, count: 2999 })
      .execute()
    expect(await ask('wechat-authorize', { purpose: 'login', returnTo: '/me' })).toBe(200)
    expect(await ask('wechat-authorize', { purpose: 'login', returnTo: '/me' })).toBe(429)
    expect(await ask('wechat-qr-code', {})).toBe(429)
    expect(await ask('wechat-qr-code', {}, '203.0.113.10')).toBe(200)
    server.clock.advance(3_600_000)
    expect(await ask('wechat-qr-code', {})).toBe(200)
  })
})

describe('the first login of a WeChat', () => {
  it('makes a student without a phone, with a wallet and the welcome', async () => {
    const { data } = await login(await authorise(server, 'login', { as: '小甲' }))
    expect(data.profile).toMatchObject({ phoneMasked: '', coins: 200, guardianConsent: 'not_needed' })
    expect(data.uploadTicket.studentId).toBe(data.profile.id)
    const call = server.callWith(data.token)
    expect((await call('GET /profile')).data).toEqual(data.profile)
    expect((await call('GET /account/security')).data).toMatchObject({ phoneMasked: null, wechatBound: true })
    expect((await call('GET /account/devices')).data.devices).toMatchObject([
      { name: 'WeChat', current: true },
    ])
    expect((await call('GET /account/activity')).data.events).toMatchObject([{ kind: 'sign_in' }])
    expect(await wechatOf(data.profile.id)).toEqual({
      openid: expect.stringMatching(/^o.{27}$/),
      unionid: expect.stringMatching(/^o.{27}$/),
    })
  })

  it('needs the agreement', async () => {
    const proof = await authorise(server, 'login', { as: '小甲' })
    const refused = await server.call('POST /auth/wechat-login', { ...proof, agreed: false as true })
    expect(refused).toMatchObject({ status: 422, message: '提交的内容有误：请先同意用户协议和隐私政策' })
    expect((await login(proof)).code).toBe(2000)
  })

  it('makes one student when the person signs in on several devices at once', async () => {
    const before = await countStudents()
    const proofs = await Promise.all([1, 2, 3, 4].map(() => authorise(server, 'login', { as: '小乙' })))
    const replies = await Promise.all(proofs.map(login))
    expect(replies.map((reply) => reply.code)).toEqual([2000, 2000, 2000, 2000])
    expect(new Set(replies.map((reply) => reply.data.profile.id)).size).toBe(1)
    expect(replies.map((reply) => reply.data.profile.coins)).toEqual([200, 200, 200, 200])
    expect(await countStudents()).toBe(before + 1)
  })
})

describe('the next login of a WeChat', () => {
  it('finds the same student', async () => {
    const first = await signInAs(server, '小丙')
    const second = await signInAs(server, '小丙')
    expect(second.login.profile).toEqual(first.login.profile)
    expect(second.login.token).not.toBe(first.login.token)
  })

  it('finds by unionid first, and completes what WeChat had not sent before', async () => {
    const { db } = server.deps.database
    const { studentId } = await signInAs(server, '小丁')
    const known = await wechatOf(studentId)
    const only = (change: { openid?: null; unionid?: null }) =>
      db.updateTable('wechat_accounts').set(change).where('student_id', '=', studentId).execute()
    await only({ openid: null })
    expect((await signInAs(server, '小丁')).studentId).toBe(studentId)
    await only({ unionid: null })
    expect((await signInAs(server, '小丁')).studentId).toBe(studentId)
    expect(await wechatOf(studentId)).toEqual(known)
  })

  it('opens the account of the unionid where two accounts share a person', async () => {
    const { db } = server.deps.database
    const { studentId } = await signInAs(server, '小戊')
    const other = await server.signIn()
    const { openid } = (await wechatOf(studentId))!
    await db
      .updateTable('wechat_accounts')
      .set({ openid: null })
      .where('student_id', '=', studentId)
      .execute()
    await db
      .insertInto('wechat_accounts')
      .values({ student_id: other.studentId, openid, unionid: null, bound_at: now })
      .execute()
    expect((await signInAs(server, '小戊')).studentId).toBe(studentId)
    expect(await wechatOf(other.studentId)).toEqual({ openid, unionid: null })
  })

  it('begins a new account when the old one is over', async () => {
    const { studentId, call } = await signInAs(server, '小己')
    await call('POST /account/deletion')
    server.clock.advance(7 * 86_400_000)
    const again = await signInAs(server, '小己')
    expect(again.studentId).not.toBe(studentId)
    expect(again.login.profile).toMatchObject({ coins: 200, deletionAt: null })
  })
})

describe('a state marker', () => {
  it('[9.16] is good for one login, also when it is used twice at once', async () => {
    const proof = await authorise(server, 'login', { as: '小庚' })
    const replies = await Promise.all([login(proof), login(proof), login(proof)])
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4224, 4224])
    expect(await login(proof)).toMatchObject(invalid)
  })

  it('is refused to another browser, and stays with its own', async () => {
    const proof = await authorise(server, 'login', { as: '小庚' })
    expect(await login({ ...proof, browserKey: newBrowserKey() })).toMatchObject(invalid)
    expect((await login(proof)).code).toBe(2000)
  })

  it('expires after five minutes', async () => {
    const proofs = [
      await authorise(server, 'login', { as: '小庚' }),
      await authorise(server, 'login', { as: '小庚' }),
    ] as const
    server.clock.advance(299_999)
    expect((await login(proofs[0])).code).toBe(2000)
    server.clock.advance(1)
    expect(await login(proofs[1])).toMatchObject(invalid)
  })

  it('opens nothing else than what it was asked for', async () => {
    const student = await server.signIn()
    const forPaying = await authorise(server, 'openid', { as: '小庚', by: student })
    expect(await login(forPaying)).toMatchObject(invalid)
    expect(await student.call('POST /account/wechat', forPaying)).toMatchObject(invalid)
    const forLogin = await authorise(server, 'login', { as: '小庚' })
    expect(await student.call('POST /account/wechat', forLogin)).toMatchObject(invalid)
    expect(await student.call('POST /auth/wechat-openid', forLogin)).toMatchObject(invalid)
    expect((await student.call('POST /auth/wechat-openid', forPaying)).code).toBe(2000)
  })

  it('must be there', async () => {
    const { browserKey, code } = await authorise(server, 'login', { as: '小庚' })
    expect(await login({ browserKey, code })).toMatchObject(invalid)
    expect(await login({ browserKey })).toMatchObject(invalid)
    expect(await login({ browserKey, code, state: '' })).toMatchObject(invalid)
  })

  it('is kept as a hash only, and is gone when it was used or has expired', async () => {
    const { db } = server.deps.database
    await db.deleteFrom('wechat_states').execute()
    const proof = await authorise(server, 'login', { as: '小庚' })
    const rows = await db.selectFrom('wechat_states').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(proof.state)
    await login(proof)
    expect(await db.selectFrom('wechat_states').selectAll().execute()).toEqual([])
  })
})

describe('WeChat', () => {
  it('that was declined makes no student, and says so', async () => {
    const before = await countStudents()
    const proof = await authorise(server, 'login', { as: '小辛', press: 'deny' })
    expect(proof.code).toBe('')
    expect(await login({ browserKey: proof.browserKey, state: proof.state })).toMatchObject({
      status: 422,
      code: 4225,
      message: '没有得到微信授权，请重试或用手机号登录',
    })
    const old = await authorise(server, 'login', { as: '小辛' })
    expect(await login({ ...old, code: 'authdeny' })).toMatchObject({ code: 4225 })
    expect(await countStudents()).toBe(before)
  })

  it('on a snapshot page makes no student', async () => {
    const before = await countStudents()
    const proof = await authorise(server, 'login', { as: '小辛', press: 'snapshot' })
    expect(await login(proof)).toMatchObject({ status: 422, code: 4226 })
    expect(await countStudents()).toBe(before)
  })

  it('does not know a code that was used with another state, or invented', async () => {
    const first = await authorise(server, 'login', { as: '小辛' })
    const second = await authorise(server, 'login', { as: '小辛' })
    await login(first)
    expect(await login({ ...second, code: first.code })).toMatchObject(invalid)
    const third = await authorise(server, 'login', { as: '小辛' })
    expect(await login({ ...third, code: 'invented' })).toMatchObject(invalid)
  })
})

describe('an installation without WeChat', () => {
  it('says so to the login page, and refuses clearly what needs it', async () => {
    expect((await server.call('GET /auth/methods')).data).toEqual({ wechat: true })
    const without = await startTestServer({ config: { wechat: { provider: 'off' } } })
    const student = await without.signIn()
    const browserKey = newBrowserKey()
    const proof = { browserKey, code: 'code', state: 'state' }
    const refused = { status: 422, code: 4227, message: '这里没有开通微信，请用手机号登录' }
    expect((await without.call('GET /auth/methods')).data).toEqual({ wechat: false })
    expect(
      await without.call('POST /auth/wechat-authorize', { browserKey, purpose: 'login', returnTo: '/me' }),
    ).toMatchObject(refused)
    expect(await without.call('POST /auth/wechat-qr-code', { browserKey })).toMatchObject(refused)
    expect(await without.call('POST /auth/wechat-login', { ...proof, agreed: true })).toMatchObject(refused)
    expect(await student.call('POST /account/wechat', proof)).toMatchObject(refused)
    expect(await student.call('POST /auth/wechat-openid', proof)).toMatchObject(refused)
    expect((await student.call('DELETE /account/wechat')).code).toBe(2000)
    expect((await without.app.inject('/dev/wechat/connect/oauth2/authorize')).statusCode).toBe(404)
    await without.close()
  })
})
