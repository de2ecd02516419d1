import { useCallback } from 'react'
import type { EndpointKey, Input } from '#contract/api.ts'
import type { Account } from '#src/offline/account.ts'
import type { CallRefusal } from '#src/offline/sending/acknowledge.ts'
import type { CallOutcome } from '#src/offline/sending/call-outcome.ts'
import { useRuntime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'
import { useStoredValue } from '../stored-value.ts'

/** Calls that still wait: the page lays them over the server's snapshots. */
export type WaitingCall = {
  endpoint: EndpointKey
  input: Record<string, unknown>
  coalesceKey: string
} & CallRefusal

/** A call that may be sent late; a later one of the same key takes its place. */
export type LateCall<K extends EndpointKey> = readonly [endpoint: K, input: Input<K>, coalesceKey: string]

const none: readonly WaitingCall[] = []
const readCalls = (account: Account): Promise<WaitingCall[]> => account.waitingCalls()

/** Undefined until read, for those who must not take "not read yet" for "nothing waits". */
export function useKnownWaitingCalls(): readonly WaitingCall[] | undefined {
  return useStoredValue(readCalls, ['calls'])
}

export function useWaitingCalls(): readonly WaitingCall[] {
  return useKnownWaitingCalls() ?? none
}

const readRefused = (account: Account): Promise<WaitingCall[]> => account.refusedCalls()

/** Calls that the server declined; undefined until read. */
export function useRefusedCalls(): readonly WaitingCall[] | undefined {
  return useStoredValue(readRefused, ['calls'])
}

/** Keys of calls whose outcome a screen waits for: it shows a refusal itself. */
const awaited = new Set<string>()
export function isAwaited(coalesceKey: string): boolean {
  return awaited.has(coalesceKey)
}

/** A call that is on the disk. */
export type QueuedCall = {
  /** What became of it, within the time that a request may take; see `CallOutcome`. Never rejects. */
  outcome: Promise<CallOutcome>
}

/** Puts a call on the disk, then tries to send it. Resolves when it is on the disk. */
export function useEnqueue() {
  const { account } = useRuntime()
  const accountId = useAccountId()
  return useCallback(
    async <K extends EndpointKey>(endpoint: K, input: Input<K>, coalesceKey: string): Promise<QueuedCall> => {
      const opened = await account(accountId)
      await opened.enqueue(endpoint, input, coalesceKey)
      awaited.add(coalesceKey)
      return { outcome: opened.outcomeOf(coalesceKey).finally(() => awaited.delete(coalesceKey)) }
    },
    [account, accountId],
  )
}
