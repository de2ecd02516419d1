/** Numbers that look random and repeat for a seed. */
export type SeededRandom = {
  /** A whole number from 0 below `limit`. */
  below: (limit: number) => number
  /** True with this probability. */
  chance: (probability: number) => boolean
  pick: <T>(items: readonly [T, ...T[]]) => T
  /** Another generator, which depends on this seed and the label alone: drawing from one never moves the other. */
  fork: (label: number) => SeededRandom
}

/** A 32-bit mix with full avalanche (the finaliser of MurmurHash3). */
const mix = (value: number): number => {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A counter through a mixing function: weak for secrets, plenty for choosing faults. */
export function seededRandom(seed: number): SeededRandom {
  let counter = 0
  const next = (): number => {
    counter += 1
    return mix(seed + Math.imul(counter, 0x9e3779b9))
  }
  const below = (limit: number): number => next() % limit
  return {
    below,
    chance: (probability) => next() / 2 ** 32 < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    fork: (label) => seededRandom(mix(seed ^ mix(label + 1))),
  }
}
