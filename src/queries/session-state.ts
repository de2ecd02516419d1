import { useSyncExternalStore } from 'react'
import { useRuntime } from './runtime.ts'
import type { Session } from './session-store.ts'

export const useSessionState = (): Session => {
  const { session } = useRuntime()
  return useSyncExternalStore(session.subscribe, session.get)
}

/** The account whose screens are shown; empty above the route guard. */
export const useAccountId = (): string => {
  const session = useSessionState()
  return session.status === 'signed-in' ? session.accountId : ''
}
