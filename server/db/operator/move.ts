import { sql, type Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { vacuumAnalyze } from '../vacuum.ts'
import { readTables, type Table } from '../tables.ts'

const rowsPerBatch = 1000

/** All values travel as PostgreSQL's own text: lossless for every type, and arrays survive `unnest`. */
type TextRow = Record<string, string | null>

const columnKeys = (table: Table) => table.columns.map((_, index) => `c${index}`)

const readBatch = async (
  db: Kysely<Schema>,
  table: Table,
  after: TextRow | undefined,
): Promise<TextRow[]> => {
  const { columns, primaryKey } = table
  const key = primaryKey.map((name) => columns.findIndex((column) => column.name === name))
  const keyRefs = sql.join(primaryKey.map((name) => sql.ref(name)))
  const beyond = after
    ? sql`where (${keyRefs}) > (${sql.join(key.map((index) => sql`${after[`c${index}`]}::${sql.id(columns[index]!.type)}`))})`
    : sql``
  const selected = sql.join(
    columns.map(({ name }, index) => sql`${sql.ref(name)}::text as ${sql.id(`c${index}`)}`),
  )
  const { rows } = await sql<TextRow>`
    select ${selected} from ${sql.table(table.name)} ${beyond} order by ${keyRefs} limit ${rowsPerBatch}`.execute(
    db,
  )
  return rows
}

const writeBatch = async (db: Kysely<Schema>, table: Table, rows: TextRow[]): Promise<void> => {
  const keys = columnKeys(table)
  const names = sql.join(table.columns.map(({ name }) => sql.id(name)))
  const typed = sql.join(
    table.columns.map(({ type }, index) => sql`u.${sql.id(`c${index}`)}::${sql.id(type)}`),
  )
  const arrays = sql.join(keys.map((key) => sql`${rows.map((row) => row[key])}::text[]`))
  await sql`
    insert into ${sql.table(table.name)} (${names})
    select ${typed} from unnest(${arrays}) as u(${sql.join(keys.map((key) => sql.id(key)))})`.execute(db)
}

const countRows = async (db: Kysely<Schema>, table: Table): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${sql.table(table.name)}`.execute(db)
  return rows[0]!.count
}

const copyTable = async (from: Kysely<Schema>, to: Kysely<Schema>, table: Table): Promise<number> => {
  let copied = 0
  let rows = await readBatch(from, table, undefined)
  while (rows.length > 0) {
    await writeBatch(to, table, rows)
    copied += rows.length
    rows = await readBatch(from, table, rows.at(-1))
  }
  const [there, here] = [await countRows(to, table), await countRows(from, table)]
  if (there !== here || copied !== here)
    throw new Error(`表 ${table.name} 的行数不一致：原有 ${here}，写入 ${there}。`)
  return copied
}

/**
 * Copies every row into an empty database of the same migrations, in one transaction: all of it or nothing.
 * @returns rows per table, in the order of copying
 * @throws when the target holds rows already, or a count differs afterwards
 */
export async function moveDatabase(from: Database, to: Database): Promise<Map<string, number>> {
  const tables = await readTables(from.db)
  const copied = await to.transaction(async (tx) => {
    for (const table of tables) {
      if ((await countRows(tx, table)) > 0)
        throw new Error(`目标数据库的表 ${table.name} 里已有数据，拒绝写入。`)
    }
    const counts = new Map<string, number>()
    for (const table of tables) counts.set(table.name, await copyTable(from.db, tx, table))
    return counts
  })
  await vacuumAnalyze(to.db)
  return copied
}
