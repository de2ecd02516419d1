import { resolve } from 'node:path'
import { pino } from 'pino'
import { backUpClosedDatabase, deleteDatabase, restoreBackup } from './backup.ts'
import { requestBackup } from './backup-request.ts'
import { clusterFolder } from './cluster.ts'
import { openEmbedded } from './embedded.ts'
import { FolderInUse } from './folder-lock.ts'
import { moveDatabase } from './move.ts'
import { openPostgres } from './postgres.ts'

/** `db.command backup | restore <folder> | reset [--yes] | move`: see the table in the README. */

const dataDir = resolve(process.env['DATA_DIR'] || '.data')
const databaseUrl = process.env['DATABASE_URL'] || undefined
const log = pino({ level: 'warn' })

const assertEmbedded = (instead: string) => {
  if (databaseUrl) throw new Error(`DATABASE_URL 指向 PostgreSQL，这个命令只管内置数据库。${instead}`)
}

const backup = async () => {
  assertEmbedded('请用 pg_dump 备份。')
  const folder = await backUpClosedDatabase(dataDir, new Date()).catch((error: unknown) => {
    if (error instanceof FolderInUse && process.platform === 'linux') return requestBackup(dataDir)
    throw error
  })
  console.log(`已备份到 ${folder}`)
}

const restore = async (folder: string | undefined) => {
  assertEmbedded('请用 pg_restore 恢复。')
  if (!folder) throw new Error('用法：npm run db:restore -- <备份目录>')
  const replaced = await restoreBackup(resolve(folder), dataDir, new Date())
  console.log(`已从 ${folder} 恢复。${replaced ? `原来的数据库保存在 ${replaced}` : ''}`)
}

const reset = async (confirmed: boolean) => {
  assertEmbedded('知卡从不清空 PostgreSQL 数据库。')
  // Unset is not development: a school may run the embedded database without ever setting it.
  if (!confirmed && process.env['NODE_ENV'] !== 'development') {
    throw new Error(`这会删除 ${clusterFolder(dataDir)} 里的全部数据。确定的话请运行：npm run db:reset -- --yes`)
  }
  await deleteDatabase(dataDir)
  console.log(`已清空 ${clusterFolder(dataDir)}，下次启动会重新建立。`)
}

const move = async () => {
  if (!databaseUrl) throw new Error('请用 DATABASE_URL 指定要迁入的 PostgreSQL 数据库（必须是空的）。')
  const from = await openEmbedded({ dataDir, log })
  try {
    const to = await openPostgres({ databaseUrl, log })
    try {
      const copied = await moveDatabase(from, to)
      for (const [table, rows] of copied) console.log(`${table}：${rows} 行`)
      console.log('迁移完成，行数核对一致。今后请带着 DATABASE_URL 启动。')
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

const [verb, ...args] = process.argv.slice(2)
const commands = new Map<string | undefined, () => Promise<void>>([
  ['backup', backup],
  ['restore', () => restore(args[0])],
  ['reset', () => reset(args.includes('--yes'))],
  ['move', move],
])

const command = commands.get(verb)
if (!command) {
  console.error('usage: db.command backup | restore <folder> | reset [--yes] | move')
  process.exit(2)
}
try {
  await command()
} catch (error) {
  // The message is written for who runs the command; a stack would hide it.
  console.error((error as Error).message)
  process.exitCode = 1
}
