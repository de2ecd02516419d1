import type { CardFace } from '#contract/exploration.ts'

/** A card comes again in each round of the feed: distinguished by how often it has come. */
export function withRounds(faces: readonly CardFace[]): { key: string; face: CardFace }[] {
  const shown = new Map<string, number>()
  return faces.map((face) => {
    const round = (shown.get(face.id) ?? 0) + 1
    shown.set(face.id, round)
    return { key: `${face.id} ${round}`, face }
  })
}

/** What the address of /explore says: a reload and the way back show the same cards. */

export const seedLimit = 2_147_483_647

/** @returns null when the address names no usable seed */
export function seedOf(value: string | null): number | null {
  const seed = value === null || !/^\d{1,10}$/.test(value) ? Number.NaN : Number(value)
  return seed <= seedLimit ? seed : null
}

/** @param random 0 up to, but without, 1 */
export function newSeed(random: () => number): number {
  return Math.floor(random() * seedLimit)
}
