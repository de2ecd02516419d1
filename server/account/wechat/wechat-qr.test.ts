import { beforeEach, describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import {
  confirmed,
  newBrowserKey,
  openBrowser,
  scan,
  showCode,
  signInAs,
} from '#tests/support/wechat/wechat-phone.ts'
import { startDeletionSweep } from '../leaving/deletion-sweep.ts'

const now = '2026-11-20T08:00:00.000Z'
const invalid = { status: 422, code: 4224 }
const question = '在另一台设备上登录知卡？'

const server = await serverOfFile({ now })
beforeEach(() => server.clock.set(now))

describe('signing in by a QR code', () => {
  it('goes from pending over scanned and confirmed to one session, and is expired after it', async () => {
    const screen = await showCode(server)
    expect(screen).toMatchObject({ expiresAt: '2026-11-20T08:05:00.000Z', pollAfterMs: 2000 })
    expect(screen.url).toMatch(/^http:\/\/localhost\/wechat\/qr\/[\w-]{43}$/)
    expect(await screen.status()).toBe('pending')
    const { phone, page, confirmAt } = await scan(server, screen.url, { as: '阿一' })
    expect(await screen.status()).toBe('scanned')
    expect(page.html).toContain(question)
    expect(await screen.login()).toMatchObject(invalid)
    expect((await phone.post(confirmAt, confirmed)).html).toContain('已经确认')
    expect(await screen.status()).toBe('confirmed')
    const { data } = await screen.login()
    expect(data.profile).toMatchObject({ phoneMasked: '', coins: 200 })
    expect((await server.callWith(data.token)('GET /profile')).code).toBe(2000)
    expect(await screen.status()).toBe('expired')
    expect(await screen.login()).toMatchObject(invalid)
  })

  it('names the site by the Host that was asked, whatever else a browser says behind a proxy', async () => {
    const proxied = await startTestServer({ now, config: { trustProxy: 1 } })
    const reply = await proxied.app.inject({
      method: 'POST',
      url: '/api/client/auth/wechat-qr-code',
      headers: { host: 'school.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      payload: { browserKey: newBrowserKey() },
    })
    expect(reply.json().data.url).toMatch(/^https:\/\/school\.example\//)
    await proxied.close()
  })

  it('finds the student whom the same person is inside WeChat', async () => {
    const inside = await signInAs(server, '阿二')
    const screen = await showCode(server)
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿二' })
    await phone.post(confirmAt, confirmed)
    expect((await screen.login()).data.profile.id).toBe(inside.studentId)
  })

  it('gives one session to two tabs that sign in at once', async () => {
    const screen = await showCode(server)
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿三' })
    await phone.post(confirmAt, confirmed)
    const replies = await Promise.all([screen.login(), screen.login(), screen.login()])
    expect(replies.map((reply) => reply.code).toSorted()).toEqual([2000, 4224, 4224])
  })

  it('makes one student for one new person who confirms two codes at once', async () => {
    const screens = [await showCode(server), await showCode(server)]
    for (const screen of screens) {
      const { phone, confirmAt } = await scan(server, screen.url, { as: '阿四' })
      await phone.post(confirmAt, confirmed)
    }
    const replies = await Promise.all(screens.map((screen) => screen.login()))
    expect(new Set(replies.map((reply) => reply.data.profile.id)).size).toBe(1)
  })

  it('makes no student before the browser signs in, where one agrees', async () => {
    const { db } = server.deps.database
    const count = async () => (await db.selectFrom('students').select('id').execute()).length
    const before = await count()
    const screen = await showCode(server)
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿五' })
    await phone.post(confirmAt, confirmed)
    expect(await count()).toBe(before)
  })

  it('signs in the browser alone that shows the code', async () => {
    const screen = await showCode(server)
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿六' })
    await phone.post(confirmAt, confirmed)
    expect(await screen.login(newBrowserKey())).toMatchObject(invalid)
    expect((await screen.login()).code).toBe(2000)
  })
})

describe('the state of a code', () => {
  it('is all that is answered, to anyone who asks', async () => {
    const screen = await showCode(server)
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿七' })
    await phone.post(confirmAt, confirmed)
    const { sessionId } = screen
    const reply = await server.call('GET /auth/wechat-login-status', { sessionId })
    expect(reply.data).toEqual({ status: 'confirmed' })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it('is expired for a code that never was, and after five minutes for one that was not confirmed', async () => {
    const sessionId = '00000000-0000-7000-8000-000000000000'
    expect((await server.call('GET /auth/wechat-login-status', { sessionId })).data.status).toBe('expired')
    const [pending, scanned] = [await showCode(server), await showCode(server)]
    const { phone, confirmAt } = await scan(server, scanned.url, { as: '阿七' })
    server.clock.advance(299_999)
    expect([await pending.status(), await scanned.status()]).toEqual(['pending', 'scanned'])
    server.clock.advance(1)
    expect([await pending.status(), await scanned.status()]).toEqual(['expired', 'expired'])
    expect((await openBrowser(server).get(pending.url)).status).toBe(422)
    expect((await phone.post(confirmAt, confirmed)).status).toBe(422)
  })

  it('is confirmed for its five minutes, and for a minute also when it was the last second', async () => {
    const [early, late, unfetched] = [await showCode(server), await showCode(server), await showCode(server)]
    for (const { url } of [early, late, unfetched]) {
      if (url === late.url) server.clock.advance(299_000)
      const { phone, confirmAt } = await scan(server, url, { as: '阿七' })
      expect((await phone.post(confirmAt, confirmed)).html).toContain('已经确认')
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
    const [refused, declined] = [await showCode(server), await showCode(server)]
    const { phone, confirmAt } = await scan(server, refused.url, { as: '阿八' })
    expect((await phone.post(confirmAt, 'decision=cancel')).html).toContain('已经取消')
    expect(await refused.status()).toBe('expired')
    expect(await phone.post(confirmAt, confirmed)).toMatchObject({ status: 422 })
    expect(await refused.login()).toMatchObject(invalid)
    const { page } = await scan(server, declined.url, { as: '阿八', press: 'deny' })
    expect(page.html).toContain('没有得到微信授权')
    expect(await declined.status()).toBe('expired')
  })
})

describe('what was never finished', () => {
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
    const screen = await showCode(server)
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
    const screen = await showCode(server)
    const first = await scan(server, screen.url, { as: '先来' })
    const second = await scan(server, screen.url, { as: '后到' })
    return { screen, first, second }
  }

  it('are both asked; the first to confirm has it', async () => {
    const { screen, first, second } = await twoPhones()
    expect((await second.phone.post(second.confirmAt, confirmed)).status).toBe(200)
    expect((await first.phone.post(first.confirmAt, confirmed)).status).toBe(422)
    expect((await first.phone.post(first.confirmAt, 'decision=cancel')).status).toBe(422)
    const { data } = await screen.login()
    expect(data.profile.id).toBe((await signInAs(server, '后到')).studentId)
  })

  it('that confirm at the same moment make one of them the one', async () => {
    const { screen, first, second } = await twoPhones()
    const pages = await Promise.all([
      first.phone.post(first.confirmAt, confirmed),
      second.phone.post(second.confirmAt, confirmed),
      first.phone.post(first.confirmAt, confirmed),
    ])
    expect(pages.filter((page) => page.status === 200)).toHaveLength(1)
    expect((await screen.login()).code).toBe(2000)
  })

  it('are too late when the code was confirmed or used before', async () => {
    const { screen, first } = await twoPhones()
    await first.phone.post(first.confirmAt, confirmed)
    expect((await openBrowser(server).get(screen.url)).status).toBe(422)
    await screen.login()
    expect((await openBrowser(server).get(screen.url)).status).toBe(422)
  })
})
