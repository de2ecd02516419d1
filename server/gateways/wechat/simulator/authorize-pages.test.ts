import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { simulatedAccount } from './simulated-api.ts'

const server = await serverOfFile()

const asked = {
  appid: simulatedAccount.appId,
  redirect_uri: 'http://localhost/login?a=1',
  response_type: 'code',
  scope: 'snsapi_userinfo',
  state: 'abc123',
}

const get = (page: 'connect/oauth2/authorize' | 'decision', query: Record<string, string>) =>
  server.app.inject({ url: `/dev/wechat/${page}`, query })

describe("the simulated WeChat's page", () => {
  it('says that it is a simulator, and offers people and answers', async () => {
    const page = await get('connect/oauth2/authorize', asked)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    for (const text of ['模拟', '小明', '小红', '允许', '拒绝', '快照页']) expect(page.body).toContain(text)
  })

  it.each([
    ['appid', 'wx1'],
    ['redirect_uri', 'https://evil.example/login'],
    ['redirect_uri', 'login'],
    ['redirect_uri', 'javascript://localhost/%0aalert(1)'],
    ['response_type', 'token'],
    ['scope', 'snsapi_login'],
    ['state', '<script>alert(1)</script>'],
  ])('refuses %s=%s, and so does its answer', async (name, value) => {
    for (const page of ['connect/oauth2/authorize', 'decision'] as const) {
      const reply = await get(page, { ...asked, decision: 'allow', [name]: value })
      expect([reply.statusCode, reply.headers.location]).toEqual([400, undefined])
      expect(reply.body).not.toContain('<script')
    }
  })

  it('lets nothing out of the address into its markup', async () => {
    const page = await get('connect/oauth2/authorize', {
      ...asked,
      redirect_uri: 'http://localhost/"><script>alert(1)</script>',
    })
    expect(page.body).not.toContain('<script')
  })

  it.each([
    ['allow', true],
    ['snapshot', true],
    ['deny', false],
  ])('sends the browser back after %s', async (decision, hasCode) => {
    const { headers } = await get('decision', { ...asked, user: 'xiaoming', decision })
    const back = new URL(headers.location ?? '')
    expect(back.origin + back.pathname).toBe('http://localhost/login')
    expect([back.searchParams.get('a'), back.searchParams.get('state')]).toEqual(['1', 'abc123'])
    expect(back.searchParams.has('code')).toBe(hasCode)
  })

  it('knows the site by its configured address too', async () => {
    const behindProxy = await startTestServer({ config: { publicUrl: 'https://zhika.example' } })
    const reply = await behindProxy.app.inject({
      url: '/dev/wechat/decision',
      query: { ...asked, redirect_uri: 'https://zhika.example/login', decision: 'allow' },
    })
    expect(reply.statusCode).toBe(302)
    await behindProxy.close()
  })
})
