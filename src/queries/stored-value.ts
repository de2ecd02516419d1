import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Account } from '#src/offline/account.ts'
import type { Change } from '#src/offline/changes.ts'
import { useRuntime } from './runtime.ts'
import { useAccountId } from './session/session-state.ts'

/**
 * Reads a value of the account's database, and again whenever one of the named changes is announced by
 * this tab, another one or the worker. Undefined until the first read.
 */
export function useStoredValue<T>(
  read: (account: Account) => Promise<T>,
  on: readonly Change[],
): T | undefined {
  const { account, changes } = useRuntime()
  const accountId = useAccountId()
  const [value, setValue] = useState<T>()
  const kinds = on.join()

  useEffect(() => {
    if (accountId === '') return
    let isCurrent = true
    const refresh = (): void => {
      void account(accountId)
        .then(read)
        .then(
          (next) => {
            if (isCurrent) setValue(next)
          },
          () => undefined,
        )
    }
    refresh()
    const stop = changes.listen((message) => {
      if (message.accountId === accountId && kinds.includes(message.change)) refresh()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [account, accountId, changes, kinds, read])

  return value
}

const subscribeToNetwork = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What the browser believes of the network; a dead server still counts as online. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    useCallback(() => navigator.onLine, []),
  )
}
