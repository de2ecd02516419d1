import type { EndpointKey } from '#contract/api.ts'
import type { LateCall } from '#src/queries/sync/waiting-calls.ts'
import type { Seat, Wishes } from './school.ts'

/**
 * What a student wants that is no study record, and goes up as a call that may be sent late. Each thing that can be
 * wanted is a topic with a value; what was set last is what the server must have in the end.
 */

/** Topic and value; null: not there. */
export type Wanted = Readonly<Record<string, unknown>>

export function noWishes(): Wishes {
  return {
    values: new Map(),
    topics: new Map(),
    lost: new Set(),
    hopeless: new Set(),
    orphans: new Set(),
    reported: new Set(),
  }
}

/** Puts a call on the device's disk and notes what it is for. */
export async function want(seat: Seat, call: LateCall<EndpointKey>, wanted: Wanted): Promise<void> {
  await seat.page.account.enqueue(...call)
  const [, , key] = call
  const { wishes } = seat.student
  const topics = wishes.topics.get(key) ?? new Set()
  wishes.topics.set(key, topics)
  for (const [topic, value] of Object.entries(wanted)) {
    topics.add(topic)
    const values = wishes.values.get(topic) ?? new Map<number, unknown>()
    wishes.values.set(topic, values.set(seat.index, value))
  }
}
