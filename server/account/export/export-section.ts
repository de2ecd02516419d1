import type { Kysely, ReferenceExpression, SelectQueryBuilder } from 'kysely'
import { isRealDay } from '#contract/study-day.ts'
import { isId } from '#contract/wire.ts'
import type { Schema } from '#server/db/schema.ts'

export type Db = Kysely<Schema>
type ExportRow = Readonly<Record<string, unknown>>

/** What a section reads: the rows of one student that come after the one that the cursor names. */
type ExportRead = {
  studentId: string
  /** Absent: from the start. */
  after: string | undefined
  limit: number
}

/** One part of what is held about a student; rows come in the order of a key that no two of them share. */
export type Section = {
  rowsPerPage: number
  read: (db: Db, read: ExportRead) => Promise<readonly ExportRow[]>
  /** Where the page after this row begins. */
  cursorOf: (row: ExportRow) => string
  /** Whether this section may have given the cursor: anything else never reaches the database. */
  isCursor: (cursor: string) => boolean
}

/** For sections whose rows are identified by one id. */
export function keyedById(key: string): Omit<Section, 'read'> {
  return {
    rowsPerPage: 500,
    cursorOf: (row) => String(row[key]),
    isCursor: isId,
  }
}

export function keyedByDay(key: string): Omit<Section, 'read'> {
  return { ...keyedById(key), isCursor: isRealDay }
}

/** The rows after the one that the cursor names, in the order of that column. */
export function pageAfter<DB, TB extends keyof DB, O>(
  column: ReferenceExpression<DB, TB> & string,
  after: string | undefined,
  limit: number,
) {
  return (query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> => {
    const rest = after === undefined ? query : query.where(column, '>', after as never)
    return rest.orderBy(column).limit(limit)
  }
}
