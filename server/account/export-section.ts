import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

export type Db = Kysely<Schema>
export type ExportRow = Readonly<Record<string, unknown>>

/** What a section reads: the rows of one student that come after the one that the cursor names. */
export type ExportRead = {
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isId = (text: string): boolean => uuid.test(text)

/** A day of the calendar: the database refuses the 31st of February, and the year 0. */
const isDay = (text: string): boolean => {
  const ms =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && text > '0001' ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
}

/** For sections whose rows are told apart by one id. */
export const keyedById = (key: string): Omit<Section, 'read'> => ({
  rowsPerPage: 500,
  cursorOf: (row) => String(row[key]),
  isCursor: isId,
})

export const keyedByDay = (key: string): Omit<Section, 'read'> => ({ ...keyedById(key), isCursor: isDay })
