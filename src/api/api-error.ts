import {
  errorCatalogue,
  requestFailedMessage,
  transportMessages,
  type ErrorName,
  type ShowType,
} from '#contract/errors.ts'
import { sessionExpiredCode, successCode } from '#contract/constants.ts'

/**
 * `offline`: the request did not get through. `timeout`: no whole answer in time. `expected`: a
 * failure that the contract names. `unexpected`: an answer that no contract explains.
 */
export type FailureKind = 'offline' | 'timeout' | 'expected' | 'unexpected'

/** The one error of all calls (specification, section 8): message, code and show_type. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: FailureKind
  /** Null when no answer came. */
  readonly status: number | null
  readonly code: number | null
  readonly showType: ShowType
  /** Seconds, from the Retry-After header. */
  readonly retryAfterSeconds: number | null

  constructor(
    message: string,
    fields: Pick<ApiError, 'kind'> &
      Partial<Pick<ApiError, 'status' | 'code' | 'showType' | 'retryAfterSeconds'>>,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.kind = fields.kind
    this.status = fields.status ?? null
    this.code = fields.code ?? null
    this.showType = fields.showType ?? 2
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
  }

  /** The login is over: clear the token and go to /login. */
  get isSessionExpired(): boolean {
    return (
      (this.status === 401 && this.code !== errorCatalogue.upload_ticket_invalid.code) ||
      this.code === sessionExpiredCode
    )
  }

  /** Sending the same again later may succeed. */
  get isTemporary(): boolean {
    if (this.kind === 'offline' || this.kind === 'timeout') return true
    if (this.status === null || this.status >= 500 || [408, 425, 429].includes(this.status)) return true
    // A page in place of the API, e.g. of a captive portal; but not a refusal in our own wrapper.
    return this.status < 400 && this.kind === 'unexpected'
  }

  is(name: ErrorName): boolean {
    return this.code === errorCatalogue[name].code
  }
}

/** Codes that explain no failure. */
const neverExpected = new Set<number>([errorCatalogue.internal.code, successCode])

type FailureBody = { code?: unknown; message?: unknown; show_type?: unknown }

const showTypeOf = (value: unknown): ShowType => (value === 0 || value === 1 || value === 3 ? value : 2)

const statusMessages: Record<number, string> = {
  401: transportMessages.unauthorized,
  403: transportMessages.forbidden,
  404: transportMessages.notFound,
  500: transportMessages.internal,
}

const messageOf = (status: number, body: FailureBody | null): string => {
  const bodyMessage = typeof body?.message === 'string' && body.message !== '' ? body.message : null
  if (statusMessages[status] !== undefined) return statusMessages[status]
  if (body?.code === sessionExpiredCode) return transportMessages.unauthorized
  if (bodyMessage !== null) return bodyMessage
  return typeof body?.code === 'number' ? transportMessages.operationFailed : requestFailedMessage(status)
}

/** An answer that is not a success, as an error. `body` is whatever came, parsed or not. */
export const errorFromAnswer = (status: number, body: unknown, retryAfter: string | null): ApiError => {
  const failure = typeof body === 'object' && body !== null ? (body as FailureBody) : null
  const code = typeof failure?.code === 'number' ? failure.code : null
  return new ApiError(messageOf(status, failure), {
    kind: code === null || neverExpected.has(code) ? 'unexpected' : 'expected',
    status,
    code,
    showType: showTypeOf(failure?.show_type),
    retryAfterSeconds: retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null,
  })
}

/** A request that got no whole answer, as an error. */
export const errorFromSilence = (cause: unknown, timedOut: boolean): ApiError => {
  if (timedOut) return new ApiError(transportMessages.timeout, { kind: 'timeout' }, { cause })
  // What `fetch` itself throws without a network; the client wraps it.
  const reason = cause instanceof Error && cause.name === 'FetchError' ? cause.cause : cause
  return new ApiError(
    reason instanceof TypeError ? transportMessages.network : transportMessages.noResponse,
    { kind: 'offline' },
    { cause },
  )
}
