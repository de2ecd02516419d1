import { ApiError } from '#src/api/api-error.ts'
import type { ShowType } from '#contract/errors.ts'
import { messageOf } from './failure.ts'

export type FailureTone = 'warn' | 'error' | 'info'

/** Specification, section 8; 0 is silent. */
const tones: Record<ShowType, FailureTone | null> = { 0: null, 1: 'warn', 2: 'error', 3: 'info' }

/**
 * Says what failed in the way that the answer's show_type asks for, or not at all.
 * @param tell e.g. `showToast`
 */
export const tellFailure = (error: unknown, tell: (tone: FailureTone, message: string) => void): void => {
  const tone = error instanceof ApiError ? tones[error.showType] : 'error'
  if (tone !== null) tell(tone, messageOf(error))
}
