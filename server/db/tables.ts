import { sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

export type Table = {
  name: string
  /** `type` as PostgreSQL's catalogue names it: `_text` is an array of text. */
  columns: { name: string; type: string }[]
  primaryKey: string[]
}

/** Tables of the migrations themselves: every database has its own. */
const ownTables = ['schema_lock', 'schema_migrations']

const readColumns = async (db: Kysely<Schema>) => {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.table_name as table, c.column_name as name, c.udt_name as type
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    order by c.table_name, c.ordinal_position`.execute(db)
  return rows.filter((row) => !ownTables.includes(row.table))
}

const readPrimaryKeys = async (db: Kysely<Schema>) => {
  const { rows } = await sql<{ table: string; name: string }>`
    select k.table_name as table, k.column_name as name
    from information_schema.table_constraints c
    join information_schema.key_column_usage k
      on k.constraint_schema = c.constraint_schema and k.constraint_name = c.constraint_name
      and k.table_name = c.table_name
    where c.table_schema = current_schema() and c.constraint_type = 'PRIMARY KEY'
    order by k.table_name, k.ordinal_position`.execute(db)
  return rows
}

const readReferences = async (db: Kysely<Schema>) => {
  const { rows } = await sql<{ table: string; target: string }>`
    select distinct f.table_name as table, p.table_name as target
    from information_schema.referential_constraints r
    join information_schema.table_constraints f
      on f.constraint_schema = r.constraint_schema and f.constraint_name = r.constraint_name
    join information_schema.table_constraints p
      on p.constraint_schema = r.unique_constraint_schema and p.constraint_name = r.unique_constraint_name
    where r.constraint_schema = current_schema()`.execute(db)
  return rows.filter((row) => row.table !== row.target)
}

/**
 * All tables with data, each after those that its foreign keys point to.
 * @throws when a table has no primary key, or tables point at each other in a circle
 */
export async function readTables(db: Kysely<Schema>): Promise<Table[]> {
  const [columns, keys, references] = [
    await readColumns(db),
    await readPrimaryKeys(db),
    await readReferences(db),
  ]
  const waiting = new Set(columns.map((column) => column.table))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const ready = [...waiting].filter(
      (name) => !references.some((reference) => reference.table === name && waiting.has(reference.target)),
    )
    if (ready.length === 0) throw new Error(`foreign keys form a circle: ${[...waiting].join(', ')}`)
    for (const name of ready) {
      waiting.delete(name)
      const primaryKey = keys.filter((key) => key.table === name).map((key) => key.name)
      if (primaryKey.length === 0) throw new Error(`table ${name} has no primary key`)
      const own = columns.filter((column) => column.table === name)
      ordered.push({
        name,
        columns: own.map(({ name: column, type }) => ({ name: column, type })),
        primaryKey,
      })
    }
  }
  return ordered
}
