import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { confirmed, openBrowser, passWechat, scan, showCode } from '#tests/support/wechat/wechat-phone.ts'

const question = '在另一台设备上登录知卡？'

const server = await serverOfFile()

describe('the phone that scans', () => {
  it('is asked, and nothing is confirmed by scanning, by looking, or by a link', async () => {
    const screen = await showCode(server)
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿九' })
    expect((await phone.get(confirmAt)).html).toContain(question)
    expect((await phone.get(`${confirmAt}?decision=confirm`)).status).toBe(200)
    expect(await screen.status()).toBe('scanned')
    expect((await phone.post(confirmAt, 'decision=perhaps')).status).toBe(422)
    expect((await phone.post(confirmAt, '')).status).toBe(422)
    expect(await screen.status()).toBe('scanned')
    expect((await phone.post(confirmAt, confirmed)).status).toBe(200)
  })

  it('cannot be made to confirm by another site, which has neither its cookie nor the address', async () => {
    const screen = await showCode(server)
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿九' })
    expect(await openBrowser(server).post(confirmAt, confirmed)).toMatchObject({ status: 422 })
    const { phone: other } = await scan(server, (await showCode(server)).url, { as: '阿九' })
    expect(await other.post(confirmAt, confirmed)).toMatchObject({ status: 422 })
    expect(await phone.post(`/wechat/confirm/${'0'.repeat(64)}`, confirmed)).toMatchObject({ status: 422 })
    expect(await screen.status()).toBe('scanned')
  })

  it('gets a cookie that no script reads and other sites do not send', async () => {
    const { url } = await showCode(server)
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

  it('gets pages that nothing foreign can be put into or around, and that no cache keeps', async () => {
    const { url } = await showCode(server)
    const { page } = await scan(server, url, { as: '阿九' })
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
    })
    expect(page.html).not.toContain('<script')
  })

  it('comes back with a marker of its own that is good once', async () => {
    const { url } = await showCode(server)
    const phone = openBrowser(server)
    const { location = '' } = await phone.get(url)
    const back = await passWechat(server, location, { as: '阿十' })
    expect((await openBrowser(server).get(back)).status).toBe(422)
    expect((await phone.get(back)).status).toBe(303)
    expect((await phone.get(back)).status).toBe(422)
  })

  it('brings no marker that was made for signing in inside WeChat', async () => {
    const { url } = await showCode(server)
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
    const screen = await showCode(server)
    const { page } = await scan(server, screen.url, { as: '阿十', press: 'snapshot' })
    expect(page.html).toContain('使用完整服务')
    const { phone, confirmAt } = await scan(server, screen.url, { as: '阿十' })
    await phone.post(confirmAt, confirmed)
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
