import { isId } from '#contract/wire.ts'
import { noteSecurity } from './account/security-log.service.ts'
import { loadConfig } from '#server/config/config.ts'
import { createDeps } from './create-deps.ts'
import { openDatabase } from './db/open-database.ts'
import { FolderInUse } from '#server/db/engine/folder-in-use.ts'
import { createLogger } from './http/request-log.ts'
import { newId } from '#server/lib/new-id.ts'
import { operatorName } from '#server/db/operator/operator.ts'
import { refundOrder, type Refunded } from './wallet/refunds.service.ts'

/** `npm run orders:refund -- <order>`: takes back what an order gave and returns its money. */

const [orderId = ''] = process.argv.slice(2)

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
    const refunded = await refundOrder(deps, orderId)
    const { order } = refunded
    const by = `${operatorName()}, order ${order.id}`
    await noteSecurity(deps, { kind: 'refund', studentId: order.student_id, by })
    const yuan = (order.price_cents / 100).toFixed(2)
    process.stdout.write(`${order.title}，${yuan} 元：${outcomeOf(refunded)}\n`)
    if (order.refund_problem !== null) process.exitCode = 1
  } finally {
    await database.close()
  }
}

if (!isId(orderId)) {
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
