import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { isMissing } from '#server/lib/missing-files.ts'
import { applicationName } from '../postgres.ts'

/**
 * Backups of a database on a PostgreSQL server, by PostgreSQL's own programs: `pg_dump` in its custom format, and
 * `pg_restore` through `psql`, as one transaction.
 */

/** The first bytes of a dump in the custom format. */
const dumpMark = 'PGDMP'

/** The password goes by the environment: arguments are readable by everyone on the machine. */
const connectionOf = (databaseUrl: string) => {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { address: url.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } }
}

const startProgram = (program: string, args: string[], env: NodeJS.ProcessEnv) => {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const errors = text(child.stderr)
  /** @throws what the program said, when it fails or is not there */
  const done = async (): Promise<void> => {
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${program} 没有成功：\n${(await errors).trim()}`)
  }
  const ended = done().catch((error: unknown) => {
    if (!isMissing(error)) throw error
    throw new Error(
      `找不到 ${program}。请安装 PostgreSQL 的客户端（Debian：apt-get install postgresql-client），版本不低于服务器。`,
    )
  })
  // Both are heard of where the output is read, or by the other: until then there is no listener.
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  return { child, ended }
}

/**
 * Writes all of a database into one file that only its owner may read; servers may go on working.
 * @throws with the program's words when it fails; then there is no file
 */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const { address, env } = connectionOf(databaseUrl)
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.unfinished`
  try {
    // Made by us first: the program would make it readable by all.
    await (await open(unfinished, 'w', 0o600)).close()
    await chmod(unfinished, 0o600)
    const { child, ended } = startProgram(
      'pg_dump',
      ['--format=custom', '--no-owner', '--no-privileges', `--file=${unfinished}`, `--dbname=${address}`],
      env,
    )
    child.stdin.end()
    child.stdout.resume()
    await ended
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** @returns nothing when there is no such file */
const readStart = async (file: string): Promise<string> => {
  const start = Buffer.alloc(dumpMark.length)
  const handle = await open(file, 'r').catch(() => undefined)
  if (!handle) return ''
  try {
    await handle.read(start, 0, start.length, 0)
    return start.toString('latin1')
  } finally {
    await handle.close()
  }
}

const assertDump = async (file: string): Promise<void> => {
  if ((await readStart(file)) !== dumpMark)
    throw new Error(`${file} 不是 npm run db:backup 或 pg_dump -Fc 写的备份。`)
  const { child, ended } = startProgram('pg_restore', ['--list', file], process.env)
  child.stdin.end()
  const contents = await text(child.stdout)
  await ended
  if (!/ TABLE DATA public schema_migrations /.test(contents))
    throw new Error(`${basename(file)} 里没有知卡的数据库。`)
}

const query = async <Row extends object>(databaseUrl: string, statement: string, values: string[] = []) => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

const countServerConnections = async (databaseUrl: string): Promise<number> => {
  const rows = await query(
    databaseUrl,
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [applicationName],
  )
  return rows.length
}

/** The connections of a server that has just been stopped end a moment after it. */
const lastConnectionsMs = 2000
const lookEveryMs = 100

const assertNoServer = async (databaseUrl: string): Promise<void> => {
  const deadline = performance.now() + lastConnectionsMs
  let connections = await countServerConnections(databaseUrl)
  while (connections > 0 && performance.now() < deadline) {
    await delay(lookEveryMs)
    connections = await countServerConnections(databaseUrl)
  }
  if (connections > 0)
    throw new Error(`还有知卡的服务器连着这个数据库（${connections} 个连接），请先停止它们。什么也没有改动。`)
}

const tablesOf = async (databaseUrl: string): Promise<string[]> => {
  const rows = await query<{ name: string }>(
    databaseUrl,
    `select format('public.%I', tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  return rows.map(({ name }) => name)
}

/** Ends the input only when all of the dump was read: what `psql` is given without its `commit` is undone. */
const feed = async (statements: Readable, psql: ReturnType<typeof startProgram>, ended: Promise<void>) => {
  await pipeline(statements, psql.child.stdin, { end: false })
  await ended
  psql.child.stdin.end('\ncommit;\nanalyze;\n')
}

const replaceBy = async (file: string, databaseUrl: string): Promise<void> => {
  const { address, env } = connectionOf(databaseUrl)
  const tables = await tablesOf(databaseUrl)
  const psql = startProgram('psql', ['-XqAt', '-v', 'ON_ERROR_STOP=1', '-o', '/dev/null', '-d', address], env)
  psql.child.stdout.resume()
  const restore = startProgram('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file], process.env)
  restore.child.stdin.end()
  // Tables of a later version too, which the backup does not know.
  psql.child.stdin.write(`begin;\n${tables.map((name) => `drop table ${name} cascade;\n`).join('')}`)
  await feed(restore.child.stdout, psql, restore.ended).catch(async (error: NodeJS.ErrnoException) => {
    restore.child.kill()
    // A broken pipe is only what follows: it stopped at a statement, and says at which.
    if (error.code) await psql.ended
    psql.child.kill()
    throw error
  })
  await psql.ended
}

/**
 * Puts a dump in the place of all tables of a database, in one transaction: all of it or nothing. What was there
 * is dumped to `aside` first.
 * @returns whether there was anything to put aside
 * @throws while a server is connected, when the file is no dump of ours, or with a program's words
 */
export async function restorePostgres(file: string, databaseUrl: string, aside: string): Promise<boolean> {
  await assertDump(file)
  await assertNoServer(databaseUrl)
  const replaces = (await tablesOf(databaseUrl)).length > 0
  if (replaces) await dumpPostgres(databaseUrl, aside)
  await replaceBy(file, databaseUrl)
  return replaces
}
