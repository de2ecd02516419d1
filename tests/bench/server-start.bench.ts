import { expect, test } from '@playwright/test'
import { serverProcess } from '../browser/server-process.ts'
import { markdownTable, saveIfAsked } from './benchmarks-page.ts'
import { median, textTable } from './statistics.ts'

/**
 * From the process's start to its first `/readyz`: a new data folder, which is copied from the built template with
 * the starter library in it, and the same folder again.
 */

const runs = Number(process.env['BENCH_RUNS'] ?? 9)
const budget = { firstMs: 1_500 }

test('a new server answers soon', async () => {
  test.setTimeout(10 * 60_000)
  const times = { first: [] as number[], again: [] as number[] }
  for (let run = 0; run < runs; run += 1) {
    const server = await serverProcess()
    for (const name of ['first', 'again'] as const) {
      const startedAt = performance.now()
      await server.start()
      times[name].push(performance.now() - startedAt)
      await server.stop()
    }
    await server.remove()
  }
  const row = (name: string, all: readonly number[]): string[] => [
    name,
    ...[median(all), Math.min(...all), Math.max(...all)].map((ms) => ms.toFixed(0)),
  ]
  const title = `内置数据库的服务器，从启动进程到能够应答：各 ${runs} 次，毫秒。`
  const rows = [
    ['数据目录', '中位', '最小', '最大'],
    row('空的，从模板建立', times.first),
    row('已有数据', times.again),
  ]
  const note = `第一次启动的预算 ${budget.firstMs} 毫秒。`
  console.log(`\n${title}\n${textTable(rows)}\n${note}`)
  await saveIfAsked(
    '服务器启动',
    `由 \`npm run bench:start\` 写成。${title}\n\n${markdownTable(rows)}\n\n${note}`,
  )
  expect(median(times.first), 'first start').toBeLessThanOrEqual(budget.firstMs)
})
