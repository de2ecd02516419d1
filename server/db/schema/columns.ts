import type { ColumnType } from 'kysely'

/** How SQL types are read and written. */

/** timestamptz: read as a Date, written as a Date or an ISO string. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type NullableTimestamp = ColumnType<Date | null, Date | string | null, Date | string | null>
/** date: the driver is set to leave it as `YYYY-MM-DD`. */
export type DateOnly = ColumnType<string, string, string>
/** bigint: the driver is set to give a number; all counters stay below 2^53. */
export type BigInteger = ColumnType<number, number, number>
/** jsonb: written as a JSON string. */
export type Json<T> = ColumnType<T, string, string>
/** jsonb with a default. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>
