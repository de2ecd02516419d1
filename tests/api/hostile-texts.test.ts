import { describe, expect, test } from 'vitest'
import type { EndpointKey } from '#contract/api.ts'
import type { CodePurpose } from '#contract/account.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { authorise, newBrowserKey, scan } from '#tests/support/wechat/wechat-phone.ts'
import { expectRefusal, expectSuccess, expectWellFormed, send, type Sent } from './calls.ts'
import { mutate, type Fields } from './mutations.ts'

/** Calls that stop at a wrong code: here the code, or the marker, is right, and another field is unexpected. */

let phones = 0

const server = await serverOfFile()
const student = await server.signIn()

const newPhone = (): string => `136${String((phones += 1)).padStart(8, '0')}`
/** A phone with its code. */
const proven = async (purpose: CodePurpose) => {
  const phone = newPhone()
  return { phone, code: await codeFor(server, phone, purpose) }
}

const longest = '长'.repeat(64)

/** What a device says that it is, and how the list of devices shows it. */
const deviceNames = [
  ['nothing', '', ''],
  ['NUL', 'a\u0000b', 'a b'],
  ['half a character', 'a\ud800b', 'a b'],
  ['marks that turn the line', '\u202e\u2067平板\u2066', '平板'],
  ['new lines', 'a\n\r\tb', 'a b'],
  ['what no one sees', '\u200b\u200b', ''],
  ['SQL', "'); drop table sessions; --", "'); drop table sessions; --"],
  ['HTML', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['as much as may be', longest, longest],
] as const

const expectDevice = async (sent: Sent, what: string, shown: string): Promise<void> => {
  expectSuccess(sent, what)
  const { token } = sent.body['data'] as { token: string }
  const { data } = await server.callWith(token)('GET /account/devices')
  expect(data.devices.find(({ current }) => current)?.name, what).toBe(shown)
}

const wechatProof = async (as: string) => ({ ...(await authorise(server, 'login', { as })), agreed: true })
const confirmedQr = async (as: string) => {
  const browserKey = newBrowserKey()
  const { data } = await server.call('POST /auth/wechat-qr-code', { browserKey })
  const { phone, confirmAt } = await scan(server, data.url, { as })
  await phone.post(confirmAt, 'decision=confirm')
  return { browserKey, sessionId: data.sessionId, agreed: true }
}

/** The ways to sign in, each with a proof that is right. */
const signIns: [string, EndpointKey, () => Promise<Fields>][] = [
  ['a code', 'POST /auth/login', async () => ({ ...(await proven('login')), agreed: true })],
  ['WeChat', 'POST /auth/wechat-login', async () => wechatProof(newPhone())],
  ['a QR code', 'POST /auth/wechat-login', async () => confirmedQr(newPhone())],
]

describe.each(signIns)('signing in by %s', (_, key, proofOf) => {
  test.each(deviceNames)('takes a device that calls itself %s', async (what, deviceName, shown) => {
    await expectDevice(await send(server, key, { ...(await proofOf()), deviceName }, null), what, shown)
  })

  test('refuses a name of 10000 characters, and the proof is still good', async () => {
    const proof = await proofOf()
    for (const deviceName of ['长'.repeat(10_000), ['平板'], { name: '平板' }, null]) {
      expectRefusal(
        await send(server, key, { ...proof, deviceName }, null),
        'invalid_input',
        'too long',
        '设备名称',
      )
    }
    await expectDevice(await send(server, key, { ...proof, deviceName: '平板' }, null), 'then', '平板')
  })

  test('serves one of four that come at once with the same proof', async () => {
    const proof = await proofOf()
    const sent = await Promise.all(Array.from({ length: 4 }, () => send(server, key, proof, null)))
    for (const one of sent) expectWellFormed(one, 'at once')
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2067',
  "' or 1=1; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{state}}',
  '%00',
  'x'.repeat(10_000),
  '长'.repeat(10_000),
]

type Proving = {
  key: EndpointKey
  /** A proof that is right, with a field of it that is about to be something else. */
  proofOf: () => Promise<Fields>
  token: () => string | null
}

const provings: Proving[] = [
  {
    key: 'POST /auth/login',
    proofOf: async () => ({ ...(await proven('login')), agreed: true }),
    token: () => null,
  },
  { key: 'PUT /account/phone', proofOf: () => proven('phone'), token: () => student.token },
  {
    key: 'POST /account/guardian-consent',
    proofOf: async () => ({ ...(await proven('guardian')), agreed: true }),
    token: () => student.token,
  },
  { key: 'POST /auth/wechat-login', proofOf: () => wechatProof('甲'), token: () => null },
  {
    key: 'POST /account/wechat',
    proofOf: () => authorise(server, 'bind', { by: student, as: '乙' }),
    token: () => student.token,
  },
  {
    key: 'POST /auth/wechat-openid',
    proofOf: () => authorise(server, 'openid', { by: student, as: '乙' }),
    token: () => student.token,
  },
]

describe.each(provings)('$key', ({ key, proofOf, token }) => {
  test('with one field of the proof that is no such thing is refused', async () => {
    const fields = Object.keys(await proofOf())
    for (const name of fields) {
      const proof = await proofOf()
      for (const value of hostileTexts) {
        const sent = await send(server, key, mutate(proof, { path: [name], value }), token())
        expectWellFormed(sent, `${name} = ${JSON.stringify(value.slice(0, 40))}`)
        expect(sent.status, `${name} = ${JSON.stringify(value.slice(0, 40))}`).toBe(422)
      }
    }
  })

  test('does not take what was proven for something else, or by another browser', async () => {
    const other: Fields = await (key.includes('wechat')
      ? authorise(server, key === 'POST /account/wechat' ? 'openid' : 'bind', { by: student, as: '丙' })
      : proven(key === 'PUT /account/phone' ? 'login' : 'phone'))
    const sent = await send(server, key, { ...other, agreed: true }, token())
    expectRefusal(sent, key.includes('wechat') ? 'wechat_state_invalid' : 'wrong_code', 'for something else')
    if (!key.includes('wechat')) return
    const stolen = { ...(await proofOf()), browserKey: newBrowserKey() }
    expectRefusal(await send(server, key, stolen, token()), 'wechat_state_invalid', 'by another browser')
  })
})

test('an address to come back to stays on this site', async () => {
  const fields = { browserKey: newBrowserKey(), purpose: 'login' }
  const paths = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/..//evil.example',
    '/a\u0000',
    '/\ud800',
    `/${'x'.repeat(10_000)}`,
  ]
  for (const returnTo of paths) {
    const sent = await send(server, 'POST /auth/wechat-authorize', { ...fields, returnTo }, null)
    expectWellFormed(sent, returnTo.slice(0, 40))
    if (sent.status !== 200) continue
    const { url } = sent.body['data'] as { url: string }
    const back = new URL(new URL(url, 'http://localhost').searchParams.get('redirect_uri')!)
    expect(back.hostname, returnTo).not.toContain('evil')
  }
})
