import { errorMessage } from '#contract/error-messages.ts'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import type { Envelope } from '#contract/wire.ts'

/** The body with which the server answers an expected failure. */
export function failureBody(name: ErrorName): Envelope<null> {
  const { code, showType } = errorCatalogue[name]
  return { code, message: errorMessage(name), show_type: showType, data: null }
}
