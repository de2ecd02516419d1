import { useCallback } from 'react'
import type { EndpointKey, Input } from '#contract/api.ts'
import type { Account } from '#src/offline/account.ts'
import { useRuntime } from './runtime.ts'
import { useAccountId } from './session-state.ts'
import { useStoredValue } from './stored-value.ts'

/** Calls that still wait: the page lays them over the server's snapshots. */
export type WaitingCall = {
  endpoint: EndpointKey
  input: Record<string, unknown>
  coalesceKey: string
  /** Of a call that the server declined: what it said. */
  refusalMessage?: string
}

const none: readonly WaitingCall[] = []
const readCalls = (account: Account): Promise<WaitingCall[]> => account.waitingCalls()

/** Undefined until read, for those who must not take "not read yet" for "nothing waits". */
export const useKnownWaitingCalls = (): readonly WaitingCall[] | undefined =>
  useStoredValue(readCalls, ['calls'])

export const useWaitingCalls = (): readonly WaitingCall[] => useKnownWaitingCalls() ?? none

const readRefused = (account: Account): Promise<WaitingCall[]> => account.refusedCalls()

/** Calls that the server declined; undefined until read. */
export const useRefusedCalls = (): readonly WaitingCall[] | undefined =>
  useStoredValue(readRefused, ['calls'])

/** Puts a call on the disk, then tries to send it. Resolves when it is on the disk. */
export const useEnqueue = () => {
  const { account } = useRuntime()
  const accountId = useAccountId()
  return useCallback(
    async <K extends EndpointKey>(endpoint: K, input: Input<K>, coalesceKey: string): Promise<void> => {
      const opened = await account(accountId)
      await opened.enqueue(endpoint, input, coalesceKey)
      void opened.drain()
    },
    [account, accountId],
  )
}
