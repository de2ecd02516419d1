import { loadConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { openDatabase } from './db/database.ts'
import { FolderInUse } from './db/folder-lock.ts'
import { createLogger } from './http/request-log.ts'
import { newId } from './new-id.ts'

/** `npm run orders:refund -- <order>`: takes back what an order gave and returns its money. */

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const [orderId = ''] = process.argv.slice(2)

const run = async (): Promise<void> => {
  const config = { ...loadConfig(), logLevel: 'warn' as const }
  const log = createLogger(config)
  const database = await openDatabase({ ...config, log })
  try {
    const deps = await createDeps({ config, database, log, clock: () => new Date(), newId })
    const order = await deps.orders.refund(orderId)
    process.stdout.write(`已退款：${order.title}，${(order.price_cents / 100).toFixed(2)} 元\n`)
  } finally {
    await database.close()
  }
}

if (!isId.test(orderId)) {
  console.error('用法：npm run orders:refund -- <订单编号>')
  process.exit(2)
}
try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof FolderInUse) console.error('服务器正在运行；请先停止它，或改用 PostgreSQL。')
  process.exitCode = 1
}
