import { transportMessages, type ErrorName } from '#contract/errors.ts'
import { ApiError } from '#src/api/api-error.ts'

/** What a screen may say about a failed query or action. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : transportMessages.noResponse

/** The request did not get through, or got no whole answer in time: what is on the device still works. */
export const isOffline = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'offline' || error.kind === 'timeout')

/** Asking for the same once more may succeed; whether the first was done is not known. */
export const isTemporary = (error: unknown): boolean => !(error instanceof ApiError) || error.isTemporary

/** Whether it is this failure of the contract's catalogue. */
export const isFailure = (error: unknown, name: ErrorName): boolean =>
  error instanceof ApiError && error.is(name)
