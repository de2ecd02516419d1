import type { ErrorName } from '#contract/errors.ts'
import type { ApiError } from './api-error.ts'

/** Refusals that concern the whole app and not only the screen that called. */

type Heard = Extract<ErrorName, 'guardian_consent_required'>

const listeners = new Set<(name: Heard) => void>()

/** Hears of every refused call, no matter what made it. @returns stops listening */
export function onRefusal(listener: (name: Heard) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called for every failure. */
export function noteFailedCall(error: ApiError): void {
  if (!error.is('guardian_consent_required')) return
  for (const listener of listeners) listener('guardian_consent_required')
}
