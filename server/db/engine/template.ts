import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { engineVersion, recordEngine } from './cluster.ts'
import type { Database, DatabaseLog } from '../database.ts'
import { createEmbeddedPool } from './embedded-pool.ts'
import { moveFolder } from './folder-copy.ts'
import { migrate } from '../migrate.ts'
import { readMigrationFiles } from '../migration-files.ts'
import { openPgliteBackend } from './pglite-backend.ts'
import { openPoolDatabase } from '../pool-database.ts'

/** A new cluster with the migrations applied, made once, so that a first start only copies files. */

const stampFile = 'zhika-template.json'

/** Changes with all that goes into a template, except what `fill` adds. */
export async function templateStamp(): Promise<string> {
  const hash = createHash('sha256').update(engineVersion())
  for (const { name, sha256 } of await readMigrationFiles()) hash.update(`\n${name} ${sha256}`)
  return hash.digest('hex')
}

/** Whether the folder holds a template for exactly these migrations and this engine. */
export async function isCurrentTemplate(folder: string): Promise<boolean> {
  try {
    const { stamp } = JSON.parse(await readFile(join(folder, stampFile), 'utf8')) as { stamp: string }
    return stamp === (await templateStamp())
  } catch {
    return false
  }
}

const initialise = async (folder: string) => {
  const initial = await PGlite.create({ dataDir: folder })
  // Two thirds of a cluster's files are the models for `create database`, which is never used here.
  await initial.exec('update pg_database set datistemplate = false')
  await initial.exec('drop database template0')
  await initial.exec('drop database template1')
  await initial.close()
}

type TemplateOptions = {
  /** Replaced when it exists. */
  folder: string
  log: DatabaseLog
  /** Puts more into it than the empty tables, e.g. the starter library. */
  fill?: (database: Database) => Promise<void>
}

/** Takes some 800 MB for a moment, and that memory is never given back: run it in a process of its own. */
export async function makeTemplate({ folder, log, fill }: TemplateOptions): Promise<void> {
  const partial = `${folder}.making-${process.pid}`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true, mode: 0o700 })
  try {
    await initialise(partial)
    const backend = await openPgliteBackend({ folder: partial, durable: false })
    const pool = createEmbeddedPool(backend, 10_000)
    const database = openPoolDatabase({ engine: 'embedded', pool, log, afterClose: backend.close })
    try {
      await migrate(pool, log)
      await fill?.(database)
      await pool.query('vacuum (analyze)')
      await pool.query('checkpoint')
    } finally {
      await database.close()
    }
    await recordEngine(partial)
    await writeFile(join(partial, stampFile), JSON.stringify({ stamp: await templateStamp() }))
    await rm(folder, { recursive: true, force: true })
    await moveFolder(partial, folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}
