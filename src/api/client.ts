import { createFetch } from 'ofetch'
import type { EndpointKey, Input, Reply } from '#contract/api.ts'
import type { Envelope } from '#contract/wire.ts'
import {
  apiBasePath,
  appName,
  requestTimeoutMs,
  storedReplyHeader,
  successCode,
} from '#contract/constants.ts'
import { ApiError } from './api-error.ts'
import { errorFromAnswer, errorFromSilence } from './failed-call.ts'
import { noteFailedCall } from './refusals.ts'

/**
 * The only fetch of page and worker. A call is named as the specification writes it; the key carries
 * method and path, so the table of schemas stays out of the bundle (its import is a type).
 */

export type CallOptions = {
  signal?: AbortSignal
  /** Instead of the session's token: an upload ticket, or null for none. */
  token?: string | null
  timeoutMs?: number
  /** Called with what the server's clock says, with every answer of the server itself. */
  onServerTime?: (serverMs: number) => void
  /** Called when the worker answered from its cache, without the network. */
  onStoredReply?: () => void
}

/** Calls without input need none; all others need theirs. */
type CallArguments<K extends EndpointKey> =
  Record<never, never> extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions]

export type Api = {
  /**
   * @returns the unwrapped `data` of a reply whose code is 2000
   * @throws ApiError for everything else, also for no answer; an abort by `signal` is rethrown as it is
   */
  call: <K extends EndpointKey>(key: K, ...rest: CallArguments<K>) => Promise<Reply<K>>
}

export type ApiSettings = {
  /** Scheme and host of the API; empty: where the page came from. */
  host: string
  /** The session's token, read at each call. */
  accessToken: () => string | null
  /** Called when a call that used the session's token finds it expired. */
  onSessionExpired?: (failure: ApiError) => void
  fetch?: typeof fetch
}

type Fields = Record<string, unknown>

const pathOf = (template: string, fields: Fields): { path: string; rest: Fields } => {
  const rest = { ...fields }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(fields[name]))
  })
  return { path, rest }
}

const tellTime = (date: string | null, { onServerTime }: CallOptions): void => {
  const serverMs = Date.parse(date ?? '')
  if (!Number.isNaN(serverMs)) onServerTime?.(serverMs)
}

const isEnvelope = (body: unknown): body is Envelope<unknown> =>
  typeof body === 'object' && body !== null && 'code' in body && 'data' in body

/** Makes the client; tests give it a host, the worker has no session token. */
export function createApi(settings: ApiSettings): Api {
  const send = createFetch({ fetch: (...args) => (settings.fetch ?? globalThis.fetch)(...args) })

  const call = async (key: string, input: Fields = {}, options: CallOptions = {}): Promise<unknown> => {
    const [method = 'GET', template = ''] = key.split(' ')
    const { path, rest } = pathOf(template, input)
    const usesSession = options.token === undefined
    const token = usesSession ? settings.accessToken() : options.token
    const hasBody = method === 'POST' || method === 'PUT'

    const controller = new AbortController()
    const abort = (): void => controller.abort(options.signal?.reason)
    options.signal?.addEventListener('abort', abort)
    if (options.signal?.aborted) abort()
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      controller.abort()
    }, options.timeoutMs ?? requestTimeoutMs)

    try {
      const response = await send.raw<unknown>(settings.host + apiBasePath + path, {
        method,
        ...(hasBody ? { body: rest } : { query: rest }),
        headers: { AppName: appName, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        signal: controller.signal,
        retry: false,
        ignoreResponseError: true,
      })
      const body = response._data
      if (response.ok && isEnvelope(body) && body.code === successCode) {
        if (response.headers.has(storedReplyHeader)) options.onStoredReply?.()
        else tellTime(response.headers.get('date'), options)
        return body.data
      }
      throw errorFromAnswer(response.status, body, response.headers.get('retry-after'), response.headers)
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      const failure = error instanceof ApiError ? error : errorFromSilence(error, timedOut)
      // Of a session that is over already, e.g. of the student before on this tablet, it is no news.
      const isOfSession = usesSession && token !== null && token === settings.accessToken()
      if (failure.isSessionExpired && isOfSession) settings.onSessionExpired?.(failure)
      if (usesSession) noteFailedCall(failure)
      throw failure
    } finally {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', abort)
    }
  }

  return { call: call as Api['call'] }
}
