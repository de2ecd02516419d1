import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('signing in', () => {
  it('makes a student with a wallet, 200 coins and a default profile', async () => {
    const { login } = await server.signIn('13800138000')
    expect(login.profile).toMatchObject({ coins: 200, phoneMasked: '138****8000', avatar: '' })
  })
})
