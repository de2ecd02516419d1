import { weightOf } from '#contract/text/card-weight.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { maxCardWeightPerRequest, maxPrivateCardsPerRequest } from '#contract/limits.ts'

/** Below what the server takes in one body, 256 KiB, with room for the other fields. */
const maxBatchBytes = 240 * 1024

const bytesOf = (card: PrivateCard): number => new TextEncoder().encode(JSON.stringify(card)).length + 1

/** Cards in the groups that one call each may carry, in their order; at least one group. */
export function cardBatches(cards: readonly PrivateCard[]): PrivateCard[][] {
  const batches: PrivateCard[][] = []
  let batch: PrivateCard[] = []
  let bytes = 0
  let weight = 0
  for (const card of cards) {
    const own = { bytes: bytesOf(card), weight: weightOf(card) }
    const isOver = bytes + own.bytes > maxBatchBytes || weight + own.weight > maxCardWeightPerRequest
    if (batch.length === maxPrivateCardsPerRequest || (batch.length > 0 && isOver)) {
      batches.push(batch)
      batch = []
      bytes = 0
      weight = 0
    }
    batch.push(card)
    bytes += own.bytes
    weight += own.weight
  }
  return [...batches, batch]
}
