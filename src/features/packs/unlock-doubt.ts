import type { TFunction } from 'i18next'
import { UnansweredUnlock } from '#src/queries/packs/unlock.ts'

/** What is known of an unlock that got no answer; undefined for every other failure. */
export function unlockDoubt(error: unknown, t: TFunction<'packs'>): string | undefined {
  if (!(error instanceof UnansweredUnlock)) return undefined
  return t(error.isKnownLocked ? 'unlock.notDone' : 'unlock.unknown')
}
