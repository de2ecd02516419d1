import { failureDisplay, type FailureDisplay } from '#src/queries/failure.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'

/** Shows in a toast; null is silent. */
export function tell(display: FailureDisplay | null): void {
  if (display !== null) showToast(display.tone, display.message)
}

/** Long enough to be read by somebody who finds /login in the place of a screen. */
const endShownMs = 8_000

/** Of a refusal that ends the session. */
export function tellEnd(refusal: unknown): void {
  const display = failureDisplay(refusal)
  if (display !== null) showToast(display.tone, display.message, endShownMs)
}

/** Of a change that was taken on and declined later: an error is shown as something that failed. */
export function tellLate(display: FailureDisplay | null): void {
  if (display !== null) showToast(display.tone === 'error' ? 'failed' : display.tone, display.message)
}

/**
 * Says in a toast what failed, in the way that the answer's show_type asks for, or not at all.
 * @param offlineWords instead of the catalogue's, for a device without a network
 * @param otherWords for a failure that is not one call's, e.g. of the device's storage
 */
export function tellFailure(error: unknown, offlineWords?: string, otherWords?: string): void {
  tell(failureDisplay(error, offlineWords, otherWords))
}
