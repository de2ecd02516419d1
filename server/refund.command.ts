import { loadConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import type { Deps } from './deps.ts'
import { openDatabase } from './db/database.ts'
import { FolderInUse } from './db/folder-lock.ts'
import { createLogger } from './http/request-log.ts'
import { newId } from './new-id.ts'

/** `npm run orders:refund -- <order>`: takes back what an order gave and returns its money. */

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const [orderId = ''] = process.argv.slice(2)

type Refunded = Awaited<ReturnType<Deps['orders']['refund']>>

const outcomeOf = ({ order, isAnswered }: Refunded): string => {
  if (!isAnswered) return '金币或卡包已收回，支付平台没有答复，服务器会自动重试退款'
  const { refunded_at: refundedAt, refund_problem: problem } = order
  if (problem !== null) return `退款没有成功（${problem}），请到支付平台的商户后台处理；金币或卡包已收回`
  if (refundedAt !== null) return '已退款，金币或卡包已收回'
  return '退款已受理，还没有到账；金币或卡包已收回，服务器会继续询问结果'
}

const run = async (): Promise<void> => {
  const config = { ...loadConfig(), logLevel: 'warn' as const }
  const log = createLogger(config)
  const database = await openDatabase({ ...config, log })
  try {
    const deps = await createDeps({ config, database, log, clock: () => new Date(), newId })
    const refunded = await deps.orders.refund(orderId)
    const { order } = refunded
    const yuan = (order.price_cents / 100).toFixed(2)
    process.stdout.write(`${order.title}，${yuan} 元：${outcomeOf(refunded)}\n`)
    if (order.refund_problem !== null) process.exitCode = 1
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
