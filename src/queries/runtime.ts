import { createContext, useContext } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import type { Api } from '#src/api/client.ts'
import type { Account } from '#src/offline/account.ts'
import type { CallItem } from '#src/offline/schema.ts'
import type { Changes } from '#src/offline/changes.ts'
import type { SessionStore } from './session/session-store.ts'

/** What every query and action works with. Made once, in `app/create-runtime.ts`; tests make their own. */
export type Runtime = {
  api: Api
  session: SessionStore
  changes: Changes
  /**
   * The student's data on this device. Its code and its database are loaded at the first call, so that
   * the first frame waits for neither.
   */
  account: (accountId: string) => Promise<Account>
  /** Hears what the server said to calls that were sent late. @returns stops listening */
  onCallReply: (listener: (item: CallItem, reply: unknown) => void) => () => void
  /** Every account that has something on this device. */
  accountsHere: () => Promise<string[]>
  /** Keeps the session also where a write is durable. */
  keepSession: (accountId: string, token: string) => Promise<void>
  /** Forgets it there: it is over. */
  dropSession: (accountId: string) => Promise<void>
  /**
   * Hears of calls that the server declined, at once or late: its message, show_type and code. In the tab that sent
   * them; the row keeps the same words (`useRefusedCalls`). @returns stops listening
   */
  onCallRefused: (listener: (item: CallItem, refusal: ApiError) => void) => () => void
  /** Forgets the stored first frame of an account. */
  forgetFirstFrame: (accountId: string) => void
  clock: () => number
  newId: () => string
  deviceName: () => Promise<string>
}

export const RuntimeContext = createContext<Runtime | null>(null)

export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext)
  if (runtime === null) throw new Error('no RuntimeContext above')
  return runtime
}
