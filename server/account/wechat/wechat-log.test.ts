import { afterEach, describe, expect, it } from 'vitest'
import type { WechatGateway } from '#server/gateways/wechat/wechat-gateway.ts'
import { createLogger } from '#server/http/request-log.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/test-server.ts'
import { authorise, newBrowserKey, openBrowser, scan } from '#tests/support/wechat/wechat-phone.ts'

let server: TestServer
afterEach(() => server.close())

const startLogged = async (options: TestServerOptions = {}) => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'trace' }, { write: (line) => lines.push(line) })
  server = await startTestServer({ ...options, log })
  return () => lines.join('')
}

describe('the log', () => {
  it('holds no code, marker, openid, unionid, QR secret, cookie or browser key of any way in', async () => {
    const log = await startLogged()
    const proof = await authorise(server, 'login', { as: '小明' })
    const { data } = await server.call('POST /auth/wechat-login', { ...proof, agreed: true })
    const payer = { call: server.callWith(data.token) }
    const again = await authorise(server, 'openid', { as: '小明', by: payer })
    const paying = await payer.call('POST /auth/wechat-openid', again)
    const other = await server.signIn()
    const taken = await authorise(server, 'bind', { as: '小明', by: other })
    await other.call('POST /account/wechat', taken)

    const browserKey = newBrowserKey()
    const qr = await server.call('POST /auth/wechat-qr-code', { browserKey })
    const { phone, confirmAt } = await scan(server, qr.data.url, { as: '小红' })
    await phone.post(confirmAt, 'decision=confirm')
    const { sessionId } = qr.data
    await server.call('POST /auth/wechat-login', { sessionId, browserKey, agreed: true })
    await openBrowser(server).get(qr.data.url)
    await openBrowser(server).get(`/wechat/callback?code=${proof.code}&state=${proof.state}`)

    const rows = await server.deps.database.db.selectFrom('wechat_accounts').selectAll().execute()
    const secrets = [
      ...Object.values(proof),
      ...Object.values(again),
      ...Object.values(taken),
      ...rows.map((row) => row.openid),
      rows.find((row) => row.unionid !== null)?.unionid,
      paying.data.openid,
      browserKey,
      sessionId,
      qr.data.url.split('/').at(-1),
      confirmAt.split('/').at(-1),
      phone.cookie()?.split('=')[1],
      data.token,
    ]
    expect(log()).toContain('"route":"/wechat/confirm/:marker"')
    expect(rows).toHaveLength(2)
    for (const secret of secrets) {
      expect(secret).toBeTruthy()
      expect(log()).not.toContain(secret)
    }
  })

  it('says that WeChat failed, while the student reads that the server is busy', async () => {
    const failing: WechatGateway = {
      authorizeUrl: ({ redirectUri }) => redirectUri,
      exchange: () => Promise.reject(new Error('WeChat answered 200, errcode 40125')),
    }
    const log = await startLogged({ wechat: failing })
    const browserKey = newBrowserKey()
    const returnTo = '/login'
    const { data } = await server.call('POST /auth/wechat-authorize', {
      browserKey,
      purpose: 'login',
      returnTo,
    })
    const reply = await server.call('POST /auth/wechat-login', {
      browserKey,
      code: 'the-code-of-wechat',
      state: data.state,
      agreed: true,
    })
    expect(reply).toMatchObject({ status: 503, code: 5030 })
    expect(log()).toContain('errcode 40125')
    expect(log()).not.toContain('the-code-of-wechat')
    expect(log()).not.toContain(data.state)
  })
})
