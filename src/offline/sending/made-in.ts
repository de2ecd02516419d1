import type { CallItem } from '../schema.ts'

/** The generation of the database in which a call was made: older than all that is made here, if it was moved. */
export function madeIn(call: CallItem): number {
  return call.madeIn ?? Infinity
}
