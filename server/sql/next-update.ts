import { sql } from 'kysely'

/**
 * The `updated_at` of a row that changes now. Devices take it for the row's version, so it moves on with each change,
 * also within one millisecond and when the server's clock was put back.
 */
export function nextUpdate(now: Date) {
  return sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`
}
