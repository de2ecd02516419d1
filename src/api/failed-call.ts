import { errorCatalogue, type ErrorName, type ShowType } from '#contract/errors.ts'
import { requestFailedMessage, transportMessages } from '#contract/transport-messages.ts'
import { sessionExpiredCode, successCode } from '#contract/constants.ts'
import { ApiError, isDeviceOffline } from './api-error.ts'

/** What came of a request, as the one error of all calls. */

/** Codes that explain no failure. */
const neverExpected = new Set<number>([errorCatalogue.internal.code, successCode])

const names = new Map<number, ErrorName>(
  (Object.keys(errorCatalogue) as ErrorName[]).map((name) => [errorCatalogue[name].code, name]),
)

type FailureBody = { code?: unknown; message?: unknown; show_type?: unknown }

const showTypeOf = (value: unknown): ShowType => (value === 0 || value === 1 || value === 3 ? value : 2)

const statusMessages: Record<number, string> = {
  401: transportMessages.unauthorized,
  403: transportMessages.forbidden,
  404: transportMessages.notFound,
  500: transportMessages.internal,
}

const messageOf = (status: number, body: FailureBody | null, isPage: boolean): string => {
  // The session is not over for a page's 401, so nothing may say that it is.
  if (isPage && status === 401) return transportMessages.noResponse
  const bodyMessage = typeof body?.message === 'string' && body.message !== '' ? body.message : null
  if (statusMessages[status] !== undefined) return statusMessages[status]
  if (body?.code === sessionExpiredCode) return transportMessages.unauthorized
  if (bodyMessage !== null) return bodyMessage
  return typeof body?.code === 'number' ? transportMessages.operationFailed : requestFailedMessage(status)
}

/**
 * What Retry-After asks for, a number of seconds or a date, in seconds.
 * @param date the reply's own Date: the device's clock may be wrong
 */
const secondsToWait = (retryAfter: string | null, date: string | null): number | null => {
  if (retryAfter === null) return null
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const from = Date.parse(date ?? '')
  const waitMs = Date.parse(retryAfter) - (Number.isNaN(from) ? Date.now() : from)
  return Number.isNaN(waitMs) ? null : Math.max(0, Math.ceil(waitMs / 1000))
}

/** An answer that is not a success, as an error. `body` is whatever came, parsed or not. */
export function errorFromAnswer(
  status: number,
  body: unknown,
  retryAfter: string | null,
  headers?: Pick<Headers, 'get'>,
): ApiError {
  const failure = typeof body === 'object' && body !== null ? (body as FailureBody) : null
  const code = typeof failure?.code === 'number' ? failure.code : null
  const isPage = code === null && headers?.get('content-type')?.startsWith('text/html') === true
  return new ApiError(messageOf(status, failure, isPage), {
    kind: code === null || neverExpected.has(code) ? 'unexpected' : 'expected',
    status,
    code,
    failure: code === null ? null : (names.get(code) ?? null),
    showType: showTypeOf(failure?.show_type),
    retryAfterSeconds: secondsToWait(retryAfter, headers?.get('date') ?? null),
    isPage,
  })
}

/** A request that got no whole answer, as an error. */
export function errorFromSilence(cause: unknown, timedOut: boolean): ApiError {
  if (timedOut) return new ApiError(transportMessages.timeout, { kind: 'timeout' }, { cause })
  const kind = isDeviceOffline() ? 'offline' : 'network'
  // ofetch wraps what `fetch` throws before an answer begins; what breaks an answer off comes bare.
  const isUnbegun = cause instanceof Error && cause.name === 'FetchError' && cause.cause instanceof TypeError
  const message = isUnbegun ? transportMessages.network : transportMessages.noResponse
  return new ApiError(message, { kind }, { cause })
}
