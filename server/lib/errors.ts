import { errorMessage } from '#contract/error-messages.ts'
import { errorCatalogue, type ErrorDetails, type ErrorEntry, type ErrorName } from '#contract/errors.ts'

/** A failure that the contract knows: thrown from anywhere, answered by the one error handler. */
export class ExpectedError extends Error {
  override readonly name = 'ExpectedError'
  readonly reason: ErrorName
  readonly details: ErrorDetails

  constructor(reason: ErrorName, details: ErrorDetails = {}) {
    super(errorMessage(reason, details))
    this.reason = reason
    this.details = details
  }

  get entry(): ErrorEntry {
    return errorCatalogue[this.reason]
  }

  /** As every failure is worded on the wire. */
  get body() {
    return { code: this.entry.code, message: this.message, show_type: this.entry.showType, data: null }
  }
}

/** For rows that every student has: without them the account has just been erased. */
export function accountErased(): ExpectedError {
  return new ExpectedError('session_expired')
}

/** Ends the request with an expected failure. Inside a transaction it also rolls back. */
export function fail(reason: ErrorName, details?: ErrorDetails): never {
  throw new ExpectedError(reason, details)
}
