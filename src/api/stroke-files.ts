import { requestTimeoutMs } from '#contract/constants.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { strokesPath, type StrokeData } from '#contract/stroke-order.ts'
import { ApiError } from './api-error.ts'
import { errorFromAnswer, errorFromSilence } from './failed-call.ts'

/** The files of how characters are written: the same for everybody, so no token and no envelope. */

/** Scheme and host of the server, by the build; empty: where the page came from. Tests are not built. */
declare const __API_HOST__: string | undefined
const host = typeof __API_HOST__ === 'string' ? __API_HOST__ : ''

export type FetchStrokes = (
  character: string,
  options?: { signal?: AbortSignal },
) => Promise<StrokeData | null>

const isPoint = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
const isMedian = (value: unknown): boolean => Array.isArray(value) && value.length > 1 && value.every(isPoint)

/** A page of a café's network comes with status 200 as well. */
const isStrokeData = (body: unknown): body is StrokeData => {
  if (typeof body !== 'object' || body === null || !('strokes' in body) || !('medians' in body)) return false
  const { strokes, medians } = body
  if (!Array.isArray(strokes) || !Array.isArray(medians) || strokes.length !== medians.length) return false
  return strokes.length > 0 && strokes.every((path) => typeof path === 'string') && medians.every(isMedian)
}

/**
 * @returns null for a character that the server has no strokes of
 * @throws ApiError for no answer and for one that holds no strokes; an abort by `signal` is rethrown as it is
 */
export async function fetchStrokes(
  character: string,
  options: { signal?: AbortSignal; fetch?: typeof fetch; timeoutMs?: number } = {},
): Promise<StrokeData | null> {
  const { signal, timeoutMs = requestTimeoutMs } = options
  const send = options.fetch ?? globalThis.fetch
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, timeoutMs)
  try {
    const response = await send(host + strokesPath(character), {
      credentials: 'omit',
      signal: controller.signal,
    })
    const body: unknown = await response.json()
    if (response.ok && isStrokeData(body)) return { strokes: body.strokes, medians: body.medians }
    const failure = errorFromAnswer(response.status, body, response.headers.get('retry-after'))
    if (failure.code === errorCatalogue.not_found.code) return null
    throw failure
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof ApiError ? error : errorFromSilence(error, timedOut)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
