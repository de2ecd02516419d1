/**
 * Packs are ranked by their learners, and the ranks are cut into tiers that double in size. A search looks through
 * one tier after the other and stops when it has enough: so a word that half of all cards hold costs no more than a
 * rare one.
 */

/** Packs in tier 0. */
const firstTierPacks = 1024

/** The last tier has no end: the ones before it hold half a million packs. */
export const searchTiers = 10

/** The rank, counted from 0, at which a tier begins. */
export function tierStart(tier: number): number {
  return firstTierPacks * (2 ** tier - 1)
}

export function tierOf(rank: number): number {
  return Math.min(searchTiers - 1, Math.floor(Math.log2(rank / firstTierPacks + 1)))
}
