import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBasePath } from '#contract/constants.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { isTooDeep } from './json-body.ts'

const nested = (levels: number, [open, close]: [string, string] = ['[', ']']): string =>
  open.repeat(levels) + close.repeat(levels)

describe('a body’s depth', () => {
  it.each([
    ['thirty-two levels', nested(32)],
    ['many lists beside each other', `[${'[],'.repeat(1000)}[]]`],
    ['brackets in a text', JSON.stringify({ text: '[{'.repeat(100) })],
    ['a quotation mark in a text', JSON.stringify({ text: `"${'['.repeat(100)}`, more: '\\' })],
    ['a backslash at the end of a text', `["\\\\",${nested(30)}]`],
  ])('takes %s', (_, text) => expect(isTooDeep(text)).toBe(false))

  it.each([
    ['thirty-three levels', nested(33)],
    ['objects', nested(33, ['{"a":', '}'])],
    ['brackets that are never closed', '['.repeat(100_000)],
    ['what comes after a text with brackets', `["]]]]",${nested(33)}]`],
  ])('refuses %s', (_, text) => expect(isTooDeep(text)).toBe(true))
})

describe('a call', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const send = async (path: string, payload: string, token?: string) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: apiBasePath + path,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      payload,
    })
    return { status: reply.statusCode, body: reply.json<{ code: number; message: string }>() }
  }

  it.each([33, 5000, 100_000])('refuses %i levels before anything goes down into them', async (levels) => {
    const { status, body } = await send(
      '/auth/send-code',
      `{"phone":"13800000000","purpose":${nested(levels)}}`,
    )
    expect({ status, code: body.code }).toEqual({ status: 422, code: 4220 })
    expect(body.message).toContain('请求格式')
  })

  it('keeps refusing what is no JSON, and keys that would reach into prototypes', async () => {
    expect((await send('/auth/send-code', '{"phone":')).status).toBe(422)
    expect((await send('/auth/send-code', '{"__proto__":{"phone":"13800000000"}}')).status).toBe(422)
    expect((await send('/auth/send-code', '')).status).toBe(422)
  })

  it.each([
    ['no body', {}],
    ['an empty one', { 'content-type': 'application/json' }],
  ])(
    'whose fields are all optional takes %s, one that needs a field names it, and null is none',
    async (_, headers) => {
      const student = await server.signIn()
      const { packId } = await server.insertPack({ priceCoins: 30 })
      const url = `${apiBasePath}/card-packs/${packId}/unlock`
      const authorization = `Bearer ${student.token}`
      const post = (path: string, payload?: string) =>
        server.app.inject({
          method: 'POST',
          url: path,
          headers: { ...headers, authorization, ...(payload && { 'content-type': 'application/json' }) },
          ...(payload && { payload }),
        })
      expect((await post(url, 'null')).statusCode).toBe(422)
      expect((await post(url)).json()).toMatchObject({ code: 2000, data: { packId } })
      expect((await student.call('GET /profile')).data.coins).toBe(170)
      expect((await post(`${apiBasePath}/auth/send-code`)).json().message).toContain('手机号')
    },
  )
})
