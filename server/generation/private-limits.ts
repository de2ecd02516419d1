import { weightOf } from '#contract/text/card-weight.ts'
import { maxCardWeightPerRequest } from '#contract/limits.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { fail } from '#server/lib/errors.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'

/** How much one student's writing may take of the server. What is refused for it waits on the device. */

/** The student's offline changes come one call a card. */
const writesPerMinute = 120
/** A hundred calls of the heaviest kind, half a minute of the processor: ten packs of five hundred rich cards are less. */
export const weightPerHour = 500_000

export async function takeWrite(limiter: RateLimiter, studentId: string): Promise<void> {
  await limiter.take({ key: `private-write:${studentId}`, limit: writesPerMinute, windowMs: 60_000 })
}

const weightOfAll = (cards: readonly PrivateCard[]): number =>
  cards.reduce((sum, card) => sum + weightOf(card), 0)

/** @throws ExpectedError `invalid_input` for an id that comes twice, `payload_too_large` */
export function refuseUnfit(cards: readonly PrivateCard[]): void {
  const seen = new Set<string>()
  for (const [index, { id }] of cards.entries()) {
    if (seen.has(id)) fail('invalid_input', { field: `第 ${index + 1} 张卡片的编号重复` })
    seen.add(id)
  }
  if (weightOfAll(cards) > maxCardWeightPerRequest) fail('payload_too_large')
}

/** @param cards those that are read: what is known already costs nothing */
export async function takeWeight(
  limiter: RateLimiter,
  studentId: string,
  cards: readonly PrivateCard[],
): Promise<void> {
  await limiter.take({
    key: `private-weight:${studentId}`,
    limit: weightPerHour,
    windowMs: 3_600_000,
    cost: weightOfAll(cards),
  })
}
