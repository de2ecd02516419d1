import { resolve } from 'node:path'
import { pino } from 'pino'
import { backUpClosedDatabase, deleteDatabase, restoreBackup } from './backup.ts'
import { requestBackup } from './backup-request.ts'
import { assertCluster, clusterFolder } from './cluster.ts'
import { openEmbedded } from './embedded.ts'
import { FolderInUse } from './folder-lock.ts'
import { moveDatabase } from './move.ts'
import { openPostgres } from './postgres.ts'

/** The operator's commands. Each throws an error whose message is written for the operator. */

export type VerbContext = {
  args: string[]
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
}

const log = pino({ level: 'warn' })

const dataDirOf = ({ env }: VerbContext) => resolve(env['DATA_DIR'] || '.data')

const assertEmbedded = ({ env }: VerbContext, instead: string) => {
  if (env['DATABASE_URL']) throw new Error(`DATABASE_URL 指向 PostgreSQL，这个命令只管内置数据库。${instead}`)
}

const backup = async (context: VerbContext) => {
  const dataDir = dataDirOf(context)
  assertEmbedded(context, '请用 pg_dump 备份。')
  const folder = await backUpClosedDatabase(dataDir, new Date()).catch((error: unknown) => {
    if (error instanceof FolderInUse && process.platform === 'linux') return requestBackup(dataDir)
    throw error
  })
  context.print(`已备份到 ${folder}`)
}

const restore = async (context: VerbContext) => {
  const [folder] = context.args
  assertEmbedded(context, '请用 pg_restore 恢复。')
  if (!folder) throw new Error('用法：npm run db:restore -- <备份目录>')
  const replaced = await restoreBackup(resolve(folder), dataDirOf(context), new Date())
  context.print(`已从 ${folder} 恢复。${replaced ? `原来的数据库保存在 ${replaced}` : ''}`)
}

const reset = async (context: VerbContext) => {
  const dataDir = dataDirOf(context)
  assertEmbedded(context, '知卡从不清空 PostgreSQL 数据库。')
  // Unset is not development: a school may run the embedded database without ever setting it.
  if (!context.args.includes('--yes') && context.env['NODE_ENV'] !== 'development') {
    throw new Error(
      `这会删除 ${clusterFolder(dataDir)} 里的全部数据。确定的话请运行：npm run db:reset -- --yes`,
    )
  }
  await deleteDatabase(dataDir)
  context.print(`已清空 ${clusterFolder(dataDir)}，下次启动会重新建立。`)
}

const move = async (context: VerbContext) => {
  const databaseUrl = context.env['DATABASE_URL']
  if (!databaseUrl) throw new Error('请用 DATABASE_URL 指定要迁入的 PostgreSQL 数据库（必须是空的）。')
  await assertCluster(clusterFolder(dataDirOf(context)))
  const from = await openEmbedded({ dataDir: dataDirOf(context), log })
  try {
    const to = await openPostgres({ databaseUrl, log })
    try {
      const copied = await moveDatabase(from, to)
      for (const [table, rows] of copied) context.print(`${table}：${rows} 行`)
      context.print('迁移完成，行数核对一致。今后请带着 DATABASE_URL 启动。')
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

export const databaseVerbs = new Map([
  ['backup', backup],
  ['restore', restore],
  ['reset', reset],
  ['move', move],
])
