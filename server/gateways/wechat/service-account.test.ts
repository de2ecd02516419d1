import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createServiceAccount, type ServiceAccountConfig } from './service-account.ts'
import { createSimulatedApi, simulatedAccount } from './simulator/simulated-api.ts'
import { sealCode, type SimulatedConsent } from './simulator/simulated-code.ts'

const clock = () => new Date('2026-11-20T08:00:00.000Z')
const secret = 'of the simulator'

const simulated = (change: Partial<ServiceAccountConfig> = {}) =>
  createServiceAccount({ ...simulatedAccount, ...change }, { fetch: createSimulatedApi({ secret, clock }) })

const codeFor = (change: Partial<SimulatedConsent> = {}, sealedWith = secret): string =>
  sealCode(sealedWith, {
    user: 'xiaoming',
    scope: 'snsapi_userinfo',
    isSnapshot: false,
    expiresAtMs: clock().getTime() + 1,
    nonce: 'n',
    ...change,
  })

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The adapter against a server that answers with whatever `listener` writes. */
const against = async (listener: RequestListener, timeoutMs?: number) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { appId: 'wx1', appSecret: 'app-secret', apiUrl, openUrl: 'https://open.weixin.qq.com' }
  return createServiceAccount(config, timeoutMs === undefined ? {} : { timeoutMs })
}

describe('the address of the authorisation', () => {
  it("is WeChat's, with what it wants, in the order in which it wants it", () => {
    const url = simulated({ appId: 'wx1', openUrl: 'https://open.weixin.qq.com' }).authorizeUrl({
      state: 'abc',
      redirectUri: 'https://zhika.example/login?from=/me',
      scope: 'snsapi_base',
    })
    expect(url).toBe(
      'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1' +
        '&redirect_uri=https%3A%2F%2Fzhika.example%2Flogin%3Ffrom%3D%2Fme' +
        '&response_type=code&scope=snsapi_base&state=abc#wechat_redirect',
    )
  })
})

describe('exchanging a code', () => {
  it('identifies the person, the same one each time, with the unionid if the person was asked', async () => {
    const gateway = simulated()
    const first = await gateway.exchange(codeFor())
    expect(first).toEqual({
      openid: expect.stringMatching(/^o.{27}$/),
      unionid: expect.stringMatching(/^o.{27}$/),
      isSnapshotUser: false,
    })
    expect(await gateway.exchange(codeFor({ nonce: 'm', scope: 'snsapi_base' }))).toEqual({
      ...first,
      unionid: null,
    })
    expect((await gateway.exchange(codeFor({ user: 'xiaohong' })))?.openid).not.toBe(first?.openid)
  })

  it('marks the made-up user of a snapshot page, who is no one else', async () => {
    const gateway = simulated()
    const real = await gateway.exchange(codeFor())
    const snapshot = await gateway.exchange(codeFor({ isSnapshot: true }))
    expect(snapshot?.isSnapshotUser).toBe(true)
    expect(snapshot?.openid).not.toBe(real?.openid)
  })

  it.each([
    ['invented', 'invented'],
    ['sealed by somebody else', codeFor({}, 'another secret')],
    ['expired', codeFor({ expiresAtMs: clock().getTime() })],
  ])('that is %s identifies no one', async (_, code) => {
    expect(await simulated().exchange(code)).toBeNull()
  })

  it('used twice identifies no one the second time', async () => {
    const gateway = simulated()
    const code = codeFor()
    await gateway.exchange(code)
    expect(await gateway.exchange(code)).toBeNull()
  })

  it.each([
    [{ appSecret: 'wrong' }, 40125],
    [{ appId: 'wx1' }, 40013],
  ])('with %j fails with the errcode and nothing secret', async (change, errcode) => {
    await expect(simulated(change).exchange(codeFor())).rejects.toThrow(
      new Error(`WeChat answered 200, errcode ${errcode}`),
    )
  })

  it('asks over HTTP as the documentation says', async () => {
    let asked = ''
    const gateway = await against((request, response) => {
      asked = `${request.method} ${request.url}`
      response.end('{"openid":"o1","unionid":"u1","access_token":"t"}')
    })
    expect(await gateway.exchange('a b')).toEqual({ openid: 'o1', unionid: 'u1', isSnapshotUser: false })
    expect(asked).toBe(
      'GET /sns/oauth2/access_token?appid=wx1&secret=app-secret&code=a+b&grant_type=authorization_code',
    )
  })

  it.each([
    ['a page of a proxy', '<html>code-of-wechat</html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['no openid', '{"unionid":"u1"}'],
    ['a busy WeChat', '{"errcode":-1,"errmsg":"system error, code-of-wechat"}'],
    ['too many calls', '{"errcode":45011,"errmsg":"api minute-quota reach limit"}'],
  ])('fails on %s, and repeats neither code nor secret', async (_, body) => {
    const gateway = await against((_request, response) => response.end(body))
    const failure = await gateway.exchange('code-of-wechat').catch((error: unknown) => error)
    expect(String(failure)).toMatch(/^Error: WeChat answered/)
    expect(String(failure)).not.toMatch(/code-of-wechat|app-secret/)
  })

  it('does not wait for a WeChat that does not answer, and follows no redirect', async () => {
    const silent = await against(() => {}, 50)
    await expect(silent.exchange('code')).rejects.toMatchObject({ name: 'TimeoutError' })
    const elsewhere = await against((_request, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example' }).end()
    })
    await expect(elsewhere.exchange('code')).rejects.toThrow()
  })
})
