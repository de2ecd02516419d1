import { createContext, useContext } from 'react'
import type { Api } from '#src/api/client.ts'
import type { Account } from '#src/offline/account.ts'
import type { CallItem } from '#src/offline/schema.ts'
import type { Changes } from '#src/offline/changes.ts'
import type { SessionStore } from './session-store.ts'

/** What every query and action works with. Made once, in `app/runtime.ts`; tests make their own. */
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
  /** Forgets the stored first frame of an account. */
  forgetBoot: (accountId: string) => void
  clock: () => number
  newId: () => string
  deviceName: () => string
}

export const RuntimeContext = createContext<Runtime | null>(null)

export const useRuntime = (): Runtime => {
  const runtime = useContext(RuntimeContext)
  if (runtime === null) throw new Error('no RuntimeContext above')
  return runtime
}
