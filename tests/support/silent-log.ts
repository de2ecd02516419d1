import type { DatabaseLog } from '#server/db/database.ts'

/** A log that says nothing. */
export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} }
