import { afterEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
afterEach(() => server.close())

const hold = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a process that turns requests away does not call itself ready', async () => {
  server = await startTestServer({ config: { maxEventLoopDelayMs: 60 } })
  const ask = async () => [
    (await server.call('GET /discovery', {})).status,
    (await server.app.inject('/readyz')).statusCode,
  ]
  const underLoad = () => {
    hold(200)
    return ask()
  }
  await expect.poll(underLoad, { timeout: 30_000, interval: 10 }).toEqual([503, 503])
  await expect.poll(ask, { timeout: 30_000 }).toEqual([200, 200])
})
