import { useEffect } from 'react'
import { transportMessages } from '#contract/transport-messages.ts'
import { displayOf, failureDisplay, type FailureDisplay } from '../failure.ts'
import { useRuntime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'
import { isAwaited, useEnqueue, type WaitingCall } from './waiting-calls.ts'

/** Changes that the server declined, at once or long after they were made. */

/** What the server said of it; null when it is not to be shown. */
export function refusalDisplay(
  call: Pick<WaitingCall, 'refusalMessage' | 'refusalShowType'>,
): FailureDisplay | null {
  return displayOf(call.refusalShowType ?? 2, call.refusalMessage ?? transportMessages.operationFailed)
}

/** Hears of changes that are declined while no screen waits to hear of them. @param tell kept by its identity */
export function useLateRefusals(tell: (display: FailureDisplay | null) => void): void {
  const { onCallRefused } = useRuntime()
  useEffect(
    () =>
      onCallRefused((item, refusal) => {
        if (!isAwaited(item.coalesceKey)) tell(failureDisplay(refusal))
      }),
    [onCallRefused, tell],
  )
}

/** Sends a declined call once more as it was, or gives it up. */
export function useRefusalActions() {
  const { account } = useRuntime()
  const accountId = useAccountId()
  const enqueue = useEnqueue()
  return {
    retry: ({ endpoint, input, coalesceKey }: WaitingCall) => enqueue(endpoint, input as never, coalesceKey),
    drop: async ({ coalesceKey }: Pick<WaitingCall, 'coalesceKey'>): Promise<void> =>
      (await account(accountId)).dropCalls(coalesceKey),
  }
}
