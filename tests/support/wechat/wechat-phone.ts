import { randomBytes } from 'node:crypto'
import type { WechatPurpose } from '#contract/wechat.ts'
import { proveFresh } from '../fresh-proof.ts'
import type { Call, TestServer, TestStudent } from '../test-server.ts'

/** Browsers that go to the simulated WeChat and back, following the addresses that they are given. */

export function newBrowserKey(): string {
  return randomBytes(32).toString('base64url')
}

/** The person of that name presses a button on WeChat's page. */
export type AtWechat = { as: string; press?: 'allow' | 'deny' | 'snapshot' }
/** `by`: whose session begins, for what only an account may begin. */
type Beginning = AtWechat & { by?: Pick<TestStudent, 'call'> }

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, 'http://localhost')
  return pathname + search
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** A browser with the one cookie that it was given last. */
export function openBrowser(server: TestServer) {
  let cookie: string | undefined

  const send = async (method: 'GET' | 'POST', address: string, body?: string) => {
    const reply = await server.app.inject({
      method,
      url: pathOf(address),
      headers: { ...(cookie && { cookie }), ...(body !== undefined && form) },
      ...(body !== undefined && { payload: body }),
    })
    const given = reply.headers['set-cookie']
    if (typeof given === 'string') cookie = given.split(';')[0]
    return {
      status: reply.statusCode,
      html: reply.body,
      headers: reply.headers,
      location: reply.headers.location,
    }
  }

  return {
    cookie: () => cookie,
    get: (address: string) => send('GET', address),
    post: (address: string, body: string) => send('POST', address, body),
  }
}

/** Looks at WeChat's page and presses a button. @returns the address that WeChat sends the browser back to */
export async function passWechat(
  server: TestServer,
  authorizeUrl: string,
  { as, press = 'allow' }: AtWechat,
): Promise<string> {
  const browser = openBrowser(server)
  const page = await browser.get(authorizeUrl)
  if (page.status !== 200) throw new Error(`WeChat shows ${page.status}: ${page.html}`)
  const query = new URLSearchParams(new URL(authorizeUrl, 'http://localhost').search)
  query.set('other', as)
  query.set('decision', press)
  const { location } = await browser.get(`/dev/wechat/decision?${query}`)
  return location ?? ''
}

export type WechatProof = { browserKey: string; code: string; state: string }

/** The whole way inside WeChat, up to what the app is given: the code is empty when the person declined. */
export async function authorise(
  server: TestServer,
  purpose: WechatPurpose,
  { by = server, ...at }: Beginning,
): Promise<WechatProof> {
  const browserKey = newBrowserKey()
  const { data } = await by.call('POST /auth/wechat-authorize', {
    browserKey,
    purpose,
    returnTo: '/login',
  })
  const back = new URL(await passWechat(server, data.url, at))
  return {
    browserKey,
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
  }
}

/** Signs in inside WeChat; the person's first time makes a student. */
export async function signInAs(server: TestServer, as: string) {
  const proof = await authorise(server, 'login', { as })
  const { data, message } = await server.call('POST /auth/wechat-login', { ...proof, agreed: true })
  if (!data) throw new Error(`signing in by WeChat failed: ${message}`)
  await proveFresh(server.deps, data.profile.id)
  const call: Call = server.callWith(data.token)
  return { studentId: data.profile.id, login: data, call }
}

/** A screen that shows a QR code, asks for its state and signs in. */
export async function showCode(server: TestServer) {
  const browserKey = newBrowserKey()
  const { data } = await server.call('POST /auth/wechat-qr-code', { browserKey })
  const { sessionId } = data
  return {
    ...data,
    browserKey,
    status: async () => (await server.call('GET /auth/wechat-login-status', { sessionId })).data.status,
    login: (key = browserKey) =>
      server.call('POST /auth/wechat-login', { sessionId, browserKey: key, agreed: true, deviceName: 'Pad' }),
  }
}

/** What the phone's page sends when the person presses 确认. */
export const confirmed = 'decision=confirm'

/** A phone scans a QR code and authorises. @returns the phone's browser and the page that it is led to */
export async function scan(server: TestServer, qrUrl: string, at: AtWechat) {
  const phone = openBrowser(server)
  const scanned = await phone.get(qrUrl)
  if (!scanned.location) return { phone, page: scanned, confirmAt: '' }
  const back = await passWechat(server, scanned.location, at)
  const returned = await phone.get(back)
  if (!returned.location) return { phone, page: returned, confirmAt: '' }
  return { phone, page: await phone.get(returned.location), confirmAt: returned.location }
}
