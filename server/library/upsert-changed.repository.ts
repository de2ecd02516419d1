import { sql, type Insertable, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

type Columns<T extends keyof Schema> = {
  key: readonly (keyof Schema[T] & string)[]
  /** Written with a new row only. */
  insertOnly?: readonly (keyof Schema[T] & string)[]
  /** Written with every change, but no change by themselves. */
  stamps?: readonly (keyof Schema[T] & string)[]
}

/**
 * Inserts rows in one statement and rewrites those that are there but differ; equal rows are not
 * touched. All rows must have the same columns.
 * @returns how many rows were written
 */
export async function upsertChanged<T extends keyof Schema>(
  tx: Transaction<Schema>,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
  { key, insertOnly = [], stamps = [] }: Columns<T>,
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const columns = Object.keys(first) as (keyof Insertable<Schema[T]> & string)[]
  const refs = (names: readonly string[], of?: string) =>
    sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)))
  const updated = columns.filter((name) => ![...key, ...insertOnly].some((other) => other === name))
  const compared = updated.filter((name) => !stamps.some((stamp) => stamp === name))
  const result = await sql`
    insert into ${sql.table(table)} (${refs(columns)})
    values ${sql.join(rows.map((row) => sql`(${sql.join(columns.map((name) => sql.val(row[name])))})`))}
    on conflict (${refs(key)}) do update
    set ${sql.join(updated.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${refs(compared, table)}) is distinct from (${refs(compared, 'excluded')})
  `.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
