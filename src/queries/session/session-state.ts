import { useSyncExternalStore } from 'react'
import { useRuntime } from '../runtime.ts'
import type { Session } from './session-store.ts'

export function useSessionState(): Session {
  const { session } = useRuntime()
  return useSyncExternalStore(session.subscribe, session.get)
}

/** The account whose screens are shown; empty above the route guard. */
export function useAccountId(): string {
  const session = useSessionState()
  return session.status === 'signed-in' ? session.accountId : ''
}
