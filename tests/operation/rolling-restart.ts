import { setTimeout as delay } from 'node:timers/promises'
import { serverProcess, type ServerProcess } from '#tests/browser/server-process.ts'
import { startNginx } from './nginx-process.ts'
import { startLoad, type LoadOptions } from './steady-load.ts'

/**
 * `npm run check:restart [-- <rounds>]`: two processes on PostgreSQL behind nginx as they are deployed, restarted one
 * after the other under a load of reads and writes. Ends with 1 when a single request fails.
 */

const rounds = Number(process.argv[2] ?? 4)
/** Fewer clients than nginx keeps connections, and more: then it opens new ones all the time. */
const loads: readonly LoadOptions[] = [
  { clients: 40, pauseMs: 20 },
  { clients: 150, pauseMs: 100 },
]
/** nginx leaves a process that has stopped alone for two seconds. */
const untilAskedAgainMs = 3000

const env = {
  NODE_ENV: 'production',
  DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '',
  TRUST_PROXY: '1',
  CODE_PEPPER: 'of a database that is thrown away',
  SMS_PROVIDER: 'console',
  WECHAT_PROVIDER: 'off',
  PAYMENT_METHODS: 'off',
  ALLOW_EMBEDDED_GATEWAYS: '1',
  REQUESTS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'fatal',
}

const restart = async (app: ServerProcess): Promise<number> => {
  const startedAt = performance.now()
  await app.stop()
  const stoppedMs = performance.now() - startedAt
  await app.start()
  await delay(untilAskedAgainMs)
  return Math.round(stoppedMs)
}

const apps = [await serverProcess(env), await serverProcess(env)]
for (const app of apps) await app.start()
const nginx = await startNginx(apps.map(({ port }) => port))
try {
  for (let round = 1; round <= rounds; round += 1) {
    const options = loads[round % loads.length]!
    const load = startLoad(nginx.url, options)
    await delay(1000)
    const stops: number[] = []
    for (const app of apps) stops.push(await restart(app))
    const { requests, failures, slowestMs } = await load.stop()
    const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
    console.log(
      `第 ${round} 轮，${options.clients} 个客户端：${requests} 个请求，${failed} 个失败，`,
      `最慢 ${Math.round(slowestMs)} 毫秒；两次停止各用 ${stops.join('、')} 毫秒`,
      failed > 0 ? failures : '',
    )
    if (failed > 0) process.exitCode = 1
  }
} finally {
  await nginx.stop()
  for (const app of apps) await app.remove()
}
