import type { ErrorName, ShowType } from '#contract/errors.ts'
import { sessionExpiredCode } from '#contract/constants.ts'

/**
 * `offline`: the device has no network. `network`: it has one, and no whole answer came. `timeout`: not in time.
 * `expected`: a failure that the contract names. `unexpected`: an answer that no contract explains.
 */
export type FailureKind = 'offline' | 'network' | 'timeout' | 'expected' | 'unexpected'

/** The one error of all calls (specification, section 8): message, code and show_type. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  /** Null when no answer came. */
  readonly status: number | null
  readonly code: number | null
  /** Which of the contract's failures it is; null for all others. */
  readonly failure: ErrorName | null
  readonly showType: ShowType
  /** Seconds, from the Retry-After header. */
  readonly retryAfterSeconds: number | null
  /** A web page in place of an answer, e.g. of a school's filter: the API sends none. */
  readonly isPage: boolean

  constructor(
    message: string,
    fields: Pick<ApiError, 'kind'> &
      Partial<Pick<ApiError, 'status' | 'code' | 'failure' | 'showType' | 'retryAfterSeconds' | 'isPage'>>,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.kind = fields.kind
    this.status = fields.status ?? null
    this.code = fields.code ?? null
    this.failure = fields.failure ?? null
    this.showType = fields.showType ?? 2
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
    this.isPage = fields.isPage ?? false
  }

  /** The login is over: clear the token and go to /login. */
  get isSessionExpired(): boolean {
    return (
      (this.status === 401 && !this.isPage && !this.is('upload_ticket_invalid')) ||
      this.code === sessionExpiredCode
    )
  }

  /** The request did not get through, or got no whole answer: whether the server has done it is not known. */
  get isUnanswered(): boolean {
    return this.kind === 'offline' || this.kind === 'network' || this.kind === 'timeout'
  }

  /** Somebody on the way refused the request, e.g. a filter: nothing in the answer is ours. */
  get isTurnedAway(): boolean {
    return this.code === null && this.status !== null && this.status >= 400 && this.status < 500
  }

  /** Sending the same again later may succeed. */
  get isTemporary(): boolean {
    if (this.isUnanswered) return true
    if (this.status === null || this.status >= 500 || [408, 425, 429].includes(this.status)) return true
    // A page in place of the API, e.g. of a captive portal; but not a refusal in our own wrapper.
    return this.status < 400 && this.kind === 'unexpected'
  }

  is(name: ErrorName): boolean {
    return this.failure === name
  }
}

/** Only what the browser is sure of: before a dead server a device counts as online, and so does Node. */
export function isDeviceOffline(): boolean {
  const device = globalThis.navigator as { onLine?: boolean } | undefined
  return device?.onLine === false
}
