import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiBasePath } from '#contract/constants.ts'
import { createApp } from '#server/app.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { countPayment, countSms } from './metrics-providers.ts'
import { startMetricsServer } from './metrics-server.ts'

let server: TestServer
let metrics: Metrics
beforeEach(async () => {
  server = await startTestServer()
  metrics = createMetrics(server.deps.database)
})
afterEach(() => server.close())

const linesOf = async (start: string): Promise<string[]> =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(start))

describe('requests', () => {
  it('are counted by the pattern of their route, and reveal nothing of who asked', async () => {
    const app = await createApp(server.deps, metrics)
    const student = await server.signIn()
    const { packId } = await server.insertPack()
    const headers = { authorization: `Bearer ${student.token}` }
    await app.inject({ url: `${apiBasePath}/card-packs/${packId}?secret=1`, headers })
    await app.inject({ url: `/13800138000/${packId}` })
    await app.inject({ method: 'DELETE', url: '/13800138000' })
    await app.close()

    const counts = await linesOf('zhika_http_request_seconds_count')
    const of = (method: string, route: string, status: string) =>
      `zhika_http_request_seconds_count{method="${method}",route="${route}",status="${status}"} 1`
    expect(counts).toContain(of('GET', `${apiBasePath}/card-packs/:id`, '2xx'))
    expect(counts).toContain(of('GET', '/*', '4xx'))
    expect(counts).toContain(of('other', 'none', '4xx'))
    const all = await metrics.registry.metrics()
    for (const secret of [packId, student.studentId, student.token, '13800138000', 'secret']) {
      expect(all).not.toContain(secret)
    }
  })

  it('are in flight until their connection is done with them', async () => {
    const app = await createApp(server.deps, metrics)
    await app.inject({ url: '/healthz' })
    await app.close()
    expect(await linesOf('zhika_http_requests_in_flight')).toEqual(['zhika_http_requests_in_flight 0'])
  })

  it('leave no trace of themselves where the site answers', async () => {
    const app = await createApp(server.deps, metrics)
    const reply = await app.inject({ url: '/metrics' })
    await app.close()
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('zhika_')
  })
})

it('the connections of the database and the lag of the event loop are reported', async () => {
  await server.deps.database.ping()
  expect(await linesOf('zhika_database_connections{state="waiting"}')).toEqual([
    'zhika_database_connections{state="waiting"} 0',
  ])
  expect(await linesOf('nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
})

it('calls to providers are counted by how they ended, and fail as before', async () => {
  const sms = countSms(
    {
      revealsCodes: false,
      sendNotice: async () => {},
      sendCode: async (phone) => {
        if (phone !== '13800138000') throw new Error('the provider is away')
      },
    },
    metrics,
  )
  await sms.sendCode('13800138000', '123456', 'login')
  await expect(sms.sendCode('13800138001', '123456', 'login')).rejects.toThrow('away')
  const [payment] = countPayment(server.deps.payment, metrics)
  await payment!.inquire('an order')
  expect(await linesOf('zhika_provider_calls_total')).toEqual([
    'zhika_provider_calls_total{gateway="sms",operation="sendCode",outcome="ok"} 1',
    'zhika_provider_calls_total{gateway="sms",operation="sendCode",outcome="failed"} 1',
    'zhika_provider_calls_total{gateway="payment",operation="inquire",outcome="ok"} 1',
  ])
})

describe('the port of the metrics', () => {
  it('answers this machine, and that one address alone', async () => {
    const own = await startMetricsServer(metrics, 0)
    const site = `http://127.0.0.1:${own.port}`
    const reply = await fetch(`${site}/metrics`)
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(await reply.text()).toContain('zhika_http_requests_in_flight 0')
    expect((await fetch(`${site}/`)).status).toBe(404)
    expect((await fetch(`${site}/metrics`, { method: 'POST' })).status).toBe(404)
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')
    if (outside) await expect(fetch(`http://${outside.address}:${own.port}/metrics`)).rejects.toThrow()
    await own.close()
  })
})
