import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import type { Caller } from './caller.ts'

export type Pack = { packId: string; cardIds: string[] }

/** What a student and the database around them have; the same in all databases that are compared. */
export type ProbedWorld = {
  pack: Pack
  /** Of another student. */
  reviewId: string
  gradeId: string
  subjectId: string
  orderId: string
  privatePackId: string
}

export type Probe = {
  name: string
  /** Why it has no budget, where it has none. */
  withoutBudget?: string
  /**
   * Calls what has to be before, which is not measured, and then the call itself.
   * @returns the milliseconds of the call
   */
  measure: (caller: Caller, world: ProbedWorld) => Promise<number>
}

type Arranged<Key extends EndpointKey> = (
  caller: Caller,
  world: ProbedWorld,
) => Input<Key> | Promise<Input<Key>>

/** A probe of one call. @param check whether the reply shows that it did something */
export function probe<Key extends EndpointKey>(
  key: Key,
  arrange: Arranged<Key>,
  { name = key, check }: { name?: string; check?: (reply: Reply<Key>) => boolean } = {},
): Probe {
  return {
    name,
    measure: async (caller, world) => {
      const input = await arrange(caller, world)
      const reply = await caller.call(key, input)
      if (check?.(reply) === false)
        throw new Error(`${name} did nothing: ${JSON.stringify(reply).slice(0, 200)}`)
      return caller.times.at(-1) ?? NaN
    },
  }
}

/** The input of a call about the pack. */
export function ofPack({ pack }: ProbedWorld): { id: string } {
  return { id: pack.packId }
}
