import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Value } from 'typebox/value'
import { Phone } from '#contract/account.ts'
import { dayMs } from '#contract/study-day.ts'
import { Id } from '#contract/wire.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { FolderInUse } from '#server/db/engine/folder-in-use.ts'
import { createLogger } from '#server/http/request-log.ts'
import { operatorName } from '#server/db/operator/operator.ts'
import { findStudent } from './students.repository.ts'
import { listEvents, type ListedEvent } from './security-log.repository.ts'
import { noteSecurity } from './security-log.service.ts'

/** `npm run security-log -- [phone or account id] [days]`: what happened to accounts, the oldest first. */

const dataDir = resolve(process.env['DATA_DIR'] || '.data')
const databaseUrl = process.env['DATABASE_URL'] || undefined
const args = process.argv.slice(2)
const isAccount = (text: string): boolean => Value.Check(Phone, text) || Value.Check(Id, text)
const account = args.find(isAccount)
const days = Number(args.find((text) => !isAccount(text)) ?? 7)

const lineOf = (event: ListedEvent): string =>
  [
    event.happened_at.toISOString(),
    event.kind,
    event.refusal === null ? 'done' : `refused:${event.refusal}`,
    event.student_id ?? '-',
    event.network || '-',
    event.means || '-',
    event.device_name || '-',
  ].join('\t')

const print = async (): Promise<void> => {
  const log = createLogger({ logLevel: 'warn' })
  const database = await openDatabase({ databaseUrl, dataDir, log })
  try {
    const studentId =
      account && !account.includes('-') ? await findStudent(database.db, account) : (account ?? undefined)
    if (studentId === null) {
      console.error('没有这个账号。')
      process.exitCode = 1
      return
    }
    const since = new Date(Date.now() - days * dayMs)
    for (const event of await listEvents(database.db, { studentId, since })) {
      process.stdout.write(`${lineOf(event)}\n`)
    }
    // Reading it leaves a trace too.
    const deps = { database, log, clock: () => new Date(), newId: randomUUID }
    await noteSecurity(deps, { kind: 'log_read', studentId: studentId ?? null, by: operatorName() })
  } finally {
    await database.close()
  }
}

const isUsable = args.length <= (account === undefined ? 1 : 2) && days > 0 && Number.isFinite(days)
if (!isUsable) {
  console.error('用法：npm run security-log -- [手机号或账号编号] [最近几天，默认 7]')
  process.exit(2)
}
try {
  await print()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof FolderInUse) console.error('服务器正在运行；请先停止它，或改用 PostgreSQL。')
  process.exitCode = 1
}
