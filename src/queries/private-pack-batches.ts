import type { PrivateCard } from '#contract/generation.ts'
import { maxPrivateCardsPerRequest } from '#contract/limits.ts'

/** Below what the server takes in one body, 256 KiB, with room for the other fields. */
const maxBatchBytes = 240 * 1024

const bytesOf = (card: PrivateCard): number => new TextEncoder().encode(JSON.stringify(card)).length + 1

/** Cards in the groups that one call each may carry, in their order; at least one group. */
export const cardBatches = (cards: readonly PrivateCard[]): PrivateCard[][] => {
  const batches: PrivateCard[][] = []
  let batch: PrivateCard[] = []
  let bytes = 0
  for (const card of cards) {
    const own = bytesOf(card)
    if (batch.length === maxPrivateCardsPerRequest || (batch.length > 0 && bytes + own > maxBatchBytes)) {
      batches.push(batch)
      batch = []
      bytes = 0
    }
    batch.push(card)
    bytes += own
  }
  return [...batches, batch]
}
