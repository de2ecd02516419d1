import type { ScheduledState } from '#contract/scheduling.ts'
import type { Review } from './replay.ts'

/** What a batch of facts does to one card. */
export type CardChange = {
  cardId: string
  packId: string
  /** Undefined: no answer counted before. */
  before: ScheduledState | undefined
  /** Undefined: no answer counts any more. */
  after: ScheduledState | undefined
  /** Reviews that count now; one that stands in `lost` too counted before. */
  gained: readonly Review[]
  lost: readonly Review[]
}
