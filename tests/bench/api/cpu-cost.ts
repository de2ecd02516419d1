import autocannon from 'autocannon'
import { median } from '../statistics.ts'
import { startBenchServer, type BenchServerOptions } from './bench-server.ts'
import { benchPack } from './bench-library.ts'
import { createCaller, requestOf } from './caller.ts'
import type { Figure } from './figure.ts'
import { phoneOf, signIn } from './sign-in.ts'
import { startMeasured, type MeasuredProcess } from './measured-process.ts'

/** Processor time of the server for one request, beside that of a bare Fastify route in the same minute. */

const connections = 16
const maxRatio = 2

type Target = { process: MeasuredProcess; path: string; headers: Record<string, string>; status: 200 | 304 }

/** @returns microseconds a request */
const costOf = async ({ process, path, headers, status }: Target, amount: number): Promise<number> => {
  const before = await process.cpuMicros()
  const result = await autocannon({ url: process.url + path, headers, connections, amount })
  const after = await process.cpuMicros()
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0
  if (answered !== amount) throw new Error(`${path}: ${answered} of ${amount} requests answered ${status}`)
  return (after - before) / amount
}

const etagOf = async (url: string): Promise<string> => {
  const reply = await fetch(url)
  await reply.arrayBuffer()
  return reply.headers.get('etag') ?? ''
}

const format = (micros: number): string => `${micros.toFixed(1)} µs`

/** @param scale `amount` requests in each of `rounds`: the targets take turns, so that noise falls on all of them */
export async function measureCpuCost(
  options: BenchServerOptions,
  scale: { amount: number; rounds: number },
): Promise<Figure[]> {
  const server = await startBenchServer(options)
  const caller = createCaller(server.url)
  const discovery = requestOf('GET /discovery', {}).url
  await signIn(caller, phoneOf(1))
  const found = await caller.call('GET /discovery/search/card-packs', { keyword: benchPack.title })
  const packId = found.items[0]?.id ?? ''
  const catalogue = requestOf('GET /card-packs/:id/card-catalogue', { id: packId }).url
  caller.close()
  const bare = await startMeasured('tests/bench/api/bare-server.mjs', '/bare', {})
  const targets: Record<'bare' | 'discovery' | 'catalogue', Target> = {
    bare: { process: bare, path: '/bare', headers: {}, status: 200 },
    // As every browser asks.
    discovery: { process: server, path: discovery, headers: { 'accept-encoding': 'gzip, br' }, status: 200 },
    catalogue: {
      process: server,
      path: catalogue,
      headers: { 'if-none-match': await etagOf(server.url + catalogue) },
      status: 304,
    },
  }
  const costs: Record<keyof typeof targets, number[]> = { bare: [], discovery: [], catalogue: [] }
  const names = Object.keys(costs) as Array<keyof typeof targets>
  try {
    for (const name of names) await costOf(targets[name], scale.amount)
    for (let round = 0; round < scale.rounds; round += 1) {
      for (const name of names) costs[name].push(await costOf(targets[name], scale.amount))
    }
  } finally {
    await Promise.all([server.stop(), bare.stop()])
  }
  const engine = options.databaseUrl ? 'PostgreSQL' : 'PGlite'
  const bareCost = median(costs.bare)
  const figureOf = (name: 'discovery' | 'catalogue', title: string): Figure => {
    const ratio = median(costs[name].map((cost, round) => cost / (costs.bare[round] ?? NaN)))
    return {
      name: `${title}：每个请求的处理器时间`,
      engine,
      measured: `${format(median(costs[name]))}，是裸 Fastify 路由（${format(bareCost)}）的 ${ratio.toFixed(2)} 倍`,
      budget: `≤ ${maxRatio} 倍`,
      passed: ratio <= maxRatio,
    }
  }
  return [figureOf('catalogue', '目录 304'), figureOf('discovery', '发现页 200')]
}
