import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { newBrowserKey, openBrowser, passWechat, scan, signInAs } from '#tests/support/wechat-phone.ts'
import { startDeletionSweep } from './deletion-sweep.ts'

const now = '2026-11-20T08:00:00.000Z'
const invalid = { status: 422, code: 4224 }
const question = '在另一台设备上登录知卡？'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now })
})
afterAll(() => server.close())
beforeEach(() => server.clock.set(now))

/** A screen that shows a code, asks for its state and signs in. */
const showCode = async (at = server) => {
  const browserKey = newBrowserKey()
  const { data } = await at.call('POST /auth/wechat-qr-code', { browserKey })
  const { sessionId } = data
  return {
    ...data,
    browserKey,
    status: async () => (await at.call('GET /auth/wechat-login-status', { sessionId })).data.status,
    login: (key = browserKey) =>
      at.call('POST /auth/wechat-login', { sessionId, browserKey: key, agreed: true, deviceName: 'Pad' }),
  }
}

const confirm = 'decision=confirm'

describe('signing in by a QR code', () => {
  it('goes from pending over scanned and confirmed to one session, and is expired after it', async () => {
    const screen = await showCode()
    expect(screen).toMatchObject({ expiresAt: '2026-11-20T08:05:00.000Z', pollAfterMs: 2000 })
    expect(screen.url).toMatch(/^http:\/\/localhost\/wechat\/qr\/[\w-]{43}$/)
    expect(await screen.status()).toBe('pending')
    const { phone, page, confirmAt } = await scan(server, screen.url, { as: '阿一' })
    expect(await screen.status()).toBe('scanned')
    expect(page.html).toContain(question)
    expect(await screen.login()).toMatchObject(invalid)
    expect((await phone.post(confirmAt, confirm)).html).toContain('已经确认')
    expect(await screen.status()).toBe('confirmed')
    const { data } = await screen.login()
    expect(data.profile).toMatchObject({ phoneMasked: '', coins: 200 })
    expect((await server.callWith(data.token)('GET /profile')).code).toBe(2000)
    expect(await screen.status()).toBe('expired')
    expect(await screen.login()).toMatchObject(invalid)
  })

  it('finds the student whom the same person is inside WeChat', async () => {
    const inside = await signInAs(server, '阿二')
    const screen = await showCode()
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿二' })
    await phone.post(confirmAt, confirm)
    expect((await screen.login()).data.profile.id).toBe(inside.studentId)
  })

  it('gives one session to two tabs that sign in at once', async () => {
    const screen = await showCode()
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿三' })
    await phone.post(confirmAt, confirm)
    const replies = await Promise.all([screen.login(), screen.login(), screen.login()])
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4224, 4224])
  })

  it('makes one student for one new person who confirms two codes at once', async () => {
    const screens = [await showCode(), await showCode()]
    for (const screen of screens) {
      const { phone, confirmAt } = await scan(server, screen.url, { as: '阿四' })
      await phone.post(confirmAt, confirm)
    }
    const replies = await Promise.all(screens.map((screen) => screen.login()))
    expect(new Set(replies.map((reply) => reply.data.profile.id)).size).toBe(1)
  })

  it('makes no student before the browser signs in, where one agrees', async () => {
    const { db } = server.deps.database
    const count = async () => (await db.selectFrom('students').select('id').execute()).length
    const before = await count()
    const screen = await showCode()
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿五' })
    await phone.post(confirmAt, confirm)
    expect(await count()).toBe(before)
  })

  it('signs in the browser alone that shows the code', async () => {
    const screen = await showCode()
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿六' })
    await phone.post(confirmAt, confirm)
    expect(await screen.login(newBrowserKey())).toMatchObject(invalid)
    expect((await screen.login()).code).toBe(2000)
  })
})

describe('the state of a code', () => {
  it('tells nothing but the state, to nobody more than that', async () => {
    const screen = await showCode()
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿七' })
    await phone.post(confirmAt, confirm)
    const { sessionId } = screen
    const reply = await server.call('GET /auth/wechat-login-status', { sessionId })
    expect(reply.data).toEqual({ status: 'confirmed' })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('is expired for a code that never was, and after five minutes for one that nobody confirmed', async () => {
    const sessionId = '00000000-0000-7000-8000-000000000000'
    expect((await server.call('GET /auth/wechat-login-status', { sessionId })).data.status).toBe('expired')
    const [pending, scanned] = [await showCode(), await showCode()]
    const { phone, confirmAt } = await scan(server, scanned.url, { as: '阿七' })
    server.clock.advance(299_999)
    expect([await pending.status(), await scanned.status()]).toEqual(['pending', 'scanned'])
    server.clock.advance(1)
    expect([await pending.status(), await scanned.status()]).toEqual(['expired', 'expired'])
    expect((await openBrowser(server).get(pending.url)).status).toBe(422)
    expect((await phone.post(confirmAt, confirm)).status).toBe(422)
  })

  it('is confirmed for its five minutes, and for a minute also when it was the last second', async () => {
    const [early, late, unfetched] = [await showCode(), await showCode(), await showCode()]
    for (const { url } of [early, late, unfetched]) {
      if (url === late.url) server.clock.advance(299_000)
      const { phone, confirmAt } = await scan(server, url, { as: '阿七' })
      expect((await phone.post(confirmAt, confirm)).html).toContain('已经确认')
    }
    expect(await early.status()).toBe('confirmed')
    server.clock.advance(59_999)
    expect([await late.status(), await unfetched.status()]).toEqual(['confirmed', 'confirmed'])
    expect((await late.login()).code).toBe(2000)
    server.clock.advance(1)
    expect(await unfetched.status()).toBe('expired')
    expect(await unfetched.login()).toMatchObject(invalid)
  })

  it('is expired when the phone says no, or declines at WeChat', async () => {
    const [refused, declined] = [await showCode(), await showCode()]
    const { phone, confirmAt } = await scan(server, refused.url, { as: '阿八' })
    expect((await phone.post(confirmAt, 'decision=cancel')).html).toContain('已经取消')
    expect(await refused.status()).toBe('expired')
    expect(await phone.post(confirmAt, confirm)).toMatchObject({ status: 422 })
    expect(await refused.login()).toMatchObject(invalid)
    const { page } = await scan(server, declined.url, { as: '阿八', press: 'deny' })
    expect(page.html).toContain('没有得到微信授权')
    expect(await declined.status()).toBe('expired')
  })
})

describe('the phone that scans', () => {
  it('is asked, and nothing is confirmed by scanning, by looking, or by a link', async () => {
    const screen = await showCode()
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿九' })
    expect((await phone.get(confirmAt)).html).toContain(question)
    expect((await phone.get(`${confirmAt}?decision=confirm`)).status).toBe(200)
    expect(await screen.status()).toBe('scanned')
    expect((await phone.post(confirmAt, 'decision=perhaps')).status).toBe(422)
    expect((await phone.post(confirmAt, '')).status).toBe(422)
    expect(await screen.status()).toBe('scanned')
    expect((await phone.post(confirmAt, confirm)).status).toBe(200)
  })

  it('cannot be made to confirm by another site, which has neither its cookie nor the address', async () => {
    const screen = await showCode()
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿九' })
    expect(await openBrowser(server).post(confirmAt, confirm)).toMatchObject({ status: 422 })
    const { phone: other } = await scan(server, (await showCode()).url, { as: '阿九' })
    expect(await other.post(confirmAt, confirm)).toMatchObject({ status: 422 })
    expect(await phone.post(`/wechat/confirm/${'0'.repeat(64)}`, confirm)).toMatchObject({ status: 422 })
    expect(await screen.status()).toBe('scanned')
  })

  it('gets a cookie that no script reads and other sites do not send', async () => {
    const { url } = await showCode()
    const reply = await openBrowser(server).get(url)
    expect(reply.headers['set-cookie']).toMatch(
      /^zhika_scan=[\w-]{43}; Path=\/wechat; HttpOnly; SameSite=Lax; Max-Age=300$/,
    )
    const https = await startTestServer({ config: { publicUrl: 'https://zhika.example' } })
    const secure = await showCode(https)
    expect(secure.url).toMatch(/^https:\/\/zhika\.example\/wechat\/qr\//)
    expect((await openBrowser(https).get(secure.url)).headers['set-cookie']).toContain('; Secure')
    await https.close()
  })

  it('gets pages that nothing foreign can be put into or around, and that nobody keeps', async () => {
    const { url } = await showCode()
    const { page } = await scan(server, url, { as: '阿九' })
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
    })
    expect(page.html).not.toContain('<script')
  })

  it('comes back with a marker of its own that is good once', async () => {
    const { url } = await showCode()
    const phone = openBrowser(server)
    const { location = '' } = await phone.get(url)
    const back = await passWechat(server, location, { as: '阿十' })
    expect((await openBrowser(server).get(back)).status).toBe(422)
    expect((await phone.get(back)).status).toBe(303)
    expect((await phone.get(back)).status).toBe(422)
  })

  it('brings no marker that was made for signing in inside WeChat', async () => {
    const { url } = await showCode()
    const phone = openBrowser(server)
    await phone.get(url)
    const browserKey = phone.cookie()!.split('=')[1]!
    const { data } = await server.call('POST /auth/wechat-authorize', {
      browserKey,
      purpose: 'login',
      returnTo: '/wechat/callback',
    })
    const back = await passWechat(server, data.url, { as: '阿十' })
    expect((await phone.get(back)).status).toBe(422)
  })

  it('reads what to do on a snapshot page, and the code can be scanned again', async () => {
    const screen = await showCode()
    const { page } = await scan(server, screen.url, { as: '阿十', press: 'snapshot' })
    expect(page.html).toContain('使用完整服务')
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿十' })
    await phone.post(confirmAt, confirm)
    expect((await screen.login()).code).toBe(2000)
  })

  it.each([
    '/wechat/qr/unknown',
    '/wechat/callback',
    '/wechat/callback?code=a&code=b&state=x',
    '/wechat/confirm/0',
  ])('sees a page in Chinese at %s', async (path) => {
    const reply = await openBrowser(server).get(path)
    expect(reply.status).toBe(422)
    expect(reply.html).toContain('没有完成登录')
  })
})

describe('what nobody finished', () => {
  it('is forgotten by the hourly sweep, with who was asked', async () => {
    const { db } = server.deps.database
    const rows = async () => ({
      states: (await db.selectFrom('wechat_states').select('purpose').execute()).length,
      codes: (await db.selectFrom('wechat_qr_logins').select('status').execute()).length,
    })
    const sweep = async () => {
      const { sweep: pass, stop } = startDeletionSweep({ ...server.deps, every: () => () => {} })
      await pass()
      await stop()
    }
    server.clock.advance(600_000)
    const screen = await showCode()
    await scan(server, screen.url, { as: '阿九' })
    await sweep()
    expect(await rows()).toEqual({ states: 1, codes: 1 })
    server.clock.advance(300_000)
    await sweep()
    expect(await rows()).toEqual({ states: 0, codes: 0 })
  })
})

describe('two phones that scan one code', () => {
  const twoPhones = async () => {
    const screen = await showCode()
    const first = await scan(server, screen.url, { as: '先来' })
    const second = await scan(server, screen.url, { as: '后到' })
    return { screen, first, second }
  }

  it('are both asked; the first to confirm has it', async () => {
    const { screen, first, second } = await twoPhones()
    expect((await second.phone.post(second.confirmAt, confirm)).status).toBe(200)
    expect((await first.phone.post(first.confirmAt, confirm)).status).toBe(422)
    expect((await first.phone.post(first.confirmAt, 'decision=cancel')).status).toBe(422)
    const { data } = await screen.login()
    expect(data.profile.id).toBe((await signInAs(server, '后到')).studentId)
  })

  it('that confirm at the same moment make one of them the one', async () => {
    const { screen, first, second } = await twoPhones()
    const pages = await Promise.all([
      first.phone.post(first.confirmAt, confirm),
      second.phone.post(second.confirmAt, confirm),
      first.phone.post(first.confirmAt, confirm),
    ])
    expect(pages.filter((page) => page.status === 200)).toHaveLength(1)
    expect((await screen.login()).code).toBe(2000)
  })

  it('are too late when the code was confirmed or used before', async () => {
    const { screen, first } = await twoPhones()
    await first.phone.post(first.confirmAt, confirm)
    expect((await openBrowser(server).get(screen.url)).status).toBe(422)
    await screen.login()
    expect((await openBrowser(server).get(screen.url)).status).toBe(422)
  })
})
