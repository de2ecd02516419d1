import type { Account } from '#src/offline/account.ts'
import { useRuntime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'
import { useStoredValue } from '../stored-value.ts'

const readStatus = (account: Account) => account.status()

/** How many records wait to be sent, and how many the server refused; undefined until read. */
export function useOutboxStatus() {
  return useStoredValue(readStatus, ['outbox'])
}

/** Puts set-aside and refused records back in the queue and sends. */
export function useRetryUploads() {
  const { account } = useRuntime()
  const accountId = useAccountId()
  return async () => (await account(accountId)).retryAll()
}
