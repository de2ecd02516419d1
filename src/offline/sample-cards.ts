import type { AccountDatabase } from './database.ts'
import type { StoredCard } from './schema.ts'

/** Spreads ids evenly, another way for each seed. */
const placeOf = (id: string, seed: number): number => {
  let sum = seed ^ 0x811c9dc5
  for (let at = 0; at < id.length; at += 1) sum = Math.imul(sum ^ id.charCodeAt(at), 0x01000193)
  return (sum ^ (sum >>> 15)) >>> 0
}

/**
 * Some cards of these packs, mixed; the same seed gives the same ones in the same order. Of the others only the
 * keys are read.
 */
export function sampleCards(
  database: AccountDatabase,
  { packIds, seed, limit }: { packIds: readonly string[]; seed: number; limit: number },
): Promise<StoredCard[]> {
  return database.use(async (connection) => {
    const cards = connection.transaction('cards').store
    const keys = await Promise.all(
      packIds.map((packId) =>
        cards.index('by-pack').getAllKeys(IDBKeyRange.bound([packId, 0], [packId, Infinity])),
      ),
    )
    const mixed = keys
      .flat()
      .map((id) => ({ id, place: placeOf(id, seed) }))
      .sort((a, b) => a.place - b.place)
      .slice(0, limit)
    const found = await Promise.all(mixed.map(({ id }) => cards.get(id)))
    return found.filter((card) => card !== undefined)
  })
}
