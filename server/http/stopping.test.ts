import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '#tests/support/test-server.ts'

describe('a stop', () => {
  it('sends a proxy elsewhere, takes no new connection, and finishes what is on its way', async () => {
    let release = (): void => {}
    let arrived = (): void => {}
    const onItsWay = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const stopping = await startTestServer({
      listen: true,
      config: { trustProxy: 1 },
      sms: {
        revealsCodes: false,
        sendNotice: async () => {},
        sendCode: () => {
          arrived()
          return held
        },
      },
    })
    // A proxy keeps connections: one is busy during the stop, two stand idle when it begins.
    const keep = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = (headers: Record<string, string> = {}) =>
        new Promise<IncomingMessage>((resolve, reject) => {
          request(`${stopping.url}/healthz`, { agent, headers }, (reply) => {
            reply.resume().once('end', () => resolve(reply))
          })
            .once('error', reject)
            .end()
        })
      await ask()
      return ask
    }
    const askOnOne = await keep()
    const askOnAnother = await keep()
    const slow = fetch(`${stopping.url}/api/client/auth/send-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"phone":"13800138000"}',
    })
    await onItsWay
    const closed = stopping.close()
    expect((await stopping.app.inject('/readyz')).statusCode).toBe(503)
    // A proxy that asks another process after a 502 gets one, and no one else does.
    expect((await askOnOne({ 'x-proxy-retries': '1' })).statusCode).toBe(502)
    // No new connection is accepted; the next reply on an open one asks the proxy to close it.
    await expect.poll(() => stopping.app.server.listening).toBe(false)
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow('fetch failed')
    const last = await askOnAnother()
    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close'])
    release()
    expect((await slow).status).toBe(200)
    await closed
  })

  it('does not wait for a connection that a browser opened ahead of need', async () => {
    const stopping = await startTestServer({ listen: true })
    const { port } = new URL(stopping.url)
    const ahead = connect(Number(port), '127.0.0.1')
    await once(ahead, 'connect')
    await expect(fetch(`${stopping.url}/healthz`)).resolves.toMatchObject({ status: 200 })
    const ended = once(ahead, 'close')
    await stopping.close()
    await ended
  })
})
