import { resolve } from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open-database.ts'
import { FolderInUse } from '#server/db/engine/folder-in-use.ts'
import { closeReports } from './open-reports.repository.ts'
import { openReportsTable } from './open-reports-table.ts'

/** `card-reports.command [close <card id>]`: prints what students reported, or closes what is done. */

const dataDir = resolve(process.env['DATA_DIR'] || '.data')
const databaseUrl = process.env['DATABASE_URL'] || undefined
const [verb, cardId = ''] = process.argv.slice(2)
const isCardId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cardId)

const run = async (): Promise<string> => {
  const database = await openDatabase({ databaseUrl, dataDir, log: pino({ level: 'warn' }) })
  try {
    if (verb === undefined) return (await openReportsTable(database.db)).join('\n')
    return `已关闭 ${await closeReports(database.db, cardId, new Date())} 条报错。`
  } finally {
    await database.close()
  }
}

if (verb !== undefined && !(verb === 'close' && isCardId)) {
  console.error('用法：npm run reports，或 npm run reports -- close <卡片编号>')
  process.exit(2)
}
try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof FolderInUse) console.error('服务器正在运行；请先停止它，或改用 PostgreSQL。')
  process.exitCode = 1
}
