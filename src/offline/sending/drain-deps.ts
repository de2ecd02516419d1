import type { ApiError } from '#src/api/api-error.ts'
import type { Api } from '#src/api/client.ts'
import type { CallItem } from '../schema.ts'

/** What sending needs of the page or the worker that it runs in. */
export type DrainDeps = {
  api: Api
  /** Write-only permission for this account's study records; null: nothing can be sent. */
  uploadTicket: () => Promise<string | null>
  /** Whether calls of the session may go too: only in a page, as long as this account is signed in there. */
  withCalls: () => boolean
  now: () => number
  /** Called with what the server's clock says. */
  onServerTime?: (serverMs: number) => void
  random: () => number
  newId: () => string
  locks: LockManager | undefined
  appVersion: string
  log: (message: string, error: unknown) => void
  /** Called with the reply to a late call, before its row leaves: the page puts it into its snapshots. */
  onCallReply: (item: CallItem, reply: unknown) => void
  /** Called for a call that the server declined, once its row holds the server's words. */
  onCallRefused: (item: CallItem, refusal: ApiError) => void
}
