import { useQueryClient } from '@tanstack/react-query'
import { useRuntime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'

/**
 * What pulling a screen down does: sends what waits, so that the replies know of it, and asks again for all that the
 * screen shows. Settles when it is over; without a network at once.
 */
export function useRefresh(): () => Promise<void> {
  const { account } = useRuntime()
  const accountId = useAccountId()
  const client = useQueryClient()
  return async () => {
    await account(accountId)
      .then((opened) => opened.drain({ ignoreBackoff: true }))
      .catch(() => undefined)
    await client.refetchQueries({ type: 'active' })
  }
}
