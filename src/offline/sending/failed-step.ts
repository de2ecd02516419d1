import { ApiError } from '#src/api/api-error.ts'
import type { CallItem, StudyItem } from '../schema.ts'

/** What sending one batch came to. */
export type Step =
  /** Through, refused or set aside: the next may go. */
  | { kind: 'sent' }
  /** Facts: fewer at once. */
  | { kind: 'smaller' }
  /** Each of the items waits by itself from here on. */
  | {
      kind: 'failed'
      items: readonly (StudyItem | CallItem)[]
      retryAfterSeconds: number | null
      /** No answer at all. */
      isSilent: boolean
      /** Facts: the server may have stored them all the same. */
      isInDoubt: boolean
    }
  /** The upload ticket is gone or refused. */
  | { kind: 'blocked' }
  /** The session is over, but study records have their own permission. */
  | { kind: 'signed-out' }

/** For the row: kind, status and code of the failure. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  return `${error.kind} ${error.status ?? ''} ${error.code ?? ''}`.trim()
}
