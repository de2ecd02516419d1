import type { ErrorName, ShowType } from '#contract/errors.ts'
import { transportMessages } from '#contract/transport-messages.ts'
import { ApiError, isDeviceOffline } from '#src/api/api-error.ts'

/** The device has no network: it is the student's to mend, and what is on the device still works. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.isUnanswered && (error.kind === 'offline' || isDeviceOffline())
}

/** No whole answer came, for whatever reason: what is shown is from an earlier time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.isUnanswered
}

/** The words of a failure, for places that have their own look. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : transportMessages.noResponse
}

/** Asking for the same once more may succeed; whether the first was done is not known. */
export function isTemporary(error: unknown): boolean {
  return !(error instanceof ApiError) || error.isTemporary
}

/** Whether it is this failure of the contract's catalogue. */
export function isFailure(error: unknown, name: ErrorName): boolean {
  return error instanceof ApiError && error.is(name)
}

/** The server knows no such thing; an id that is none counts as unknown. */
export function isMissing(error: unknown): boolean {
  return isFailure(error, 'not_found') || isFailure(error, 'invalid_input')
}

/**
 * The server understood and said no, in the contract's own wrapper. A page of a captive portal says nothing of the
 * kind, whatever its status; trouble and haste pass.
 */
export function isDefiniteRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'expected' && !error.isTemporary
}

type FailureTone = 'warn' | 'error' | 'info'
export type FailureDisplay = { tone: FailureTone; message: string }

/** Specification, section 8; 0 is silent. */
const tones: Record<ShowType, FailureTone | null> = { 0: null, 1: 'warn', 2: 'error', 3: 'info' }

/** What the server said, as its show_type asks for it; null: nothing is shown. */
export function displayOf(showType: ShowType, message: string): FailureDisplay | null {
  const tone = tones[showType]
  return tone && { tone, message }
}

/**
 * How a failure is shown, whether in a toast, in a dialog or on a screen.
 * @param offlineWords kinder than the catalogue's, for a device without a network
 * @param otherWords for a failure that is not one call's, e.g. of the device's storage
 */
export function failureDisplay(
  error: unknown,
  offlineWords?: string,
  otherWords?: string,
): FailureDisplay | null {
  if (offlineWords !== undefined && isOffline(error)) return { tone: 'warn', message: offlineWords }
  if (error instanceof ApiError) return displayOf(error.showType, error.message)
  return { tone: 'error', message: otherWords ?? messageOf(error) }
}
