import { resolve } from 'node:path'
import { pino } from 'pino'
import { backUpClosedDatabase, backupPath } from './operator/backup.ts'
import { requestBackup } from './operator/backup-request.ts'
import { assertCluster, clusterFolder } from './engine/cluster.ts'
import { openEmbedded } from './engine/embedded.ts'
import { deleteDatabase } from './engine/empty-database.ts'
import { FolderInUse } from './engine/folder-in-use.ts'
import { moveDatabase } from './operator/move.ts'
import { dumpPostgres, restorePostgres } from './operator/postgres-dump.ts'
import { openPostgres } from './postgres.ts'
import { restoreBackup } from './operator/restore.ts'

/** The operator's commands. Each throws an error whose message is written for the operator. */

type VerbContext = {
  args: string[]
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
}

const log = pino({ level: 'warn' })

const dataDirOf = ({ env }: VerbContext) => resolve(env['DATA_DIR'] || '.data')

const backUpPostgres = async (databaseUrl: string, context: VerbContext): Promise<string> => {
  const file = `${backupPath(dataDirOf(context), 'backup', new Date())}.dump`
  await dumpPostgres(databaseUrl, file)
  return file
}

const backUpEmbedded = (dataDir: string): Promise<string> =>
  backUpClosedDatabase(dataDir, new Date()).catch((error: unknown) => {
    if (error instanceof FolderInUse && process.platform !== 'win32') return requestBackup(dataDir)
    throw error
  })

const backup = async (context: VerbContext) => {
  const databaseUrl = context.env['DATABASE_URL']
  const written = databaseUrl
    ? await backUpPostgres(databaseUrl, context)
    : await backUpEmbedded(dataDirOf(context))
  context.print(`已备份到 ${written}`)
}

const restoreOverPostgres = async (dump: string, databaseUrl: string, context: VerbContext) => {
  const aside = `${backupPath(dataDirOf(context), 'replaced', new Date())}.dump`
  return (await restorePostgres(dump, databaseUrl, aside)) ? aside : undefined
}

const restore = async (context: VerbContext) => {
  const [name] = context.args
  if (!name) throw new Error('用法：npm run db:restore -- <备份>')
  const databaseUrl = context.env['DATABASE_URL']
  const replaced = databaseUrl
    ? await restoreOverPostgres(resolve(name), databaseUrl, context)
    : await restoreBackup(resolve(name), dataDirOf(context), new Date())
  context.print(`已从 ${name} 恢复。${replaced ? `原来的数据库保存在 ${replaced}` : ''}`)
}

const reset = async (context: VerbContext) => {
  const dataDir = dataDirOf(context)
  if (context.env['DATABASE_URL'])
    throw new Error('DATABASE_URL 指向 PostgreSQL，知卡从不清空 PostgreSQL 数据库。')
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
