import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountErased, ExpectedError } from '#server/lib/errors.ts'
import { requestFormat } from './field-names.ts'

/** The one place where a failure becomes a reply. */

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500

/** A character that PostgreSQL cannot hold in text: NUL, mostly. */
const untranslatableText = new Set(['22021', '22P05'])

/**
 * The database is away, starting, full, read-only after a change of servers, or gave up on a conflict after several
 * tries. Connections that fail below SQL come as 08006, see server/db/connection-loss.ts; PgBouncer says 08P01.
 */
const databaseAway = new Set([
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08P01',
  '25006',
  '40001',
  '40P01',
  '53100',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
])

/** Another host does not answer, or cannot be reached. */
const hostAway = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** A row of a student who was erased between the guard and the write. */
const isOfErasedStudent = (error: unknown): boolean =>
  codeOf(error) === '23503' &&
  /_(student|owner)_id_fkey$/.test((error as { constraint?: string }).constraint ?? '')

/** @returns undefined for what was not foreseen */
export function expectedFrom(error: unknown): ExpectedError | undefined {
  if (error instanceof ExpectedError) return error
  const code = codeOf(error)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ExpectedError('payload_too_large')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ExpectedError('not_found')
  if (untranslatableText.has(code)) return new ExpectedError('invalid_input', { field: '含有无法保存的字符' })
  if (isOfErasedStudent(error)) return accountErased()
  if (databaseAway.has(code) || hostAway.has(code)) return new ExpectedError('unavailable')
  const status = statusOf(error)
  if (status === 404) return new ExpectedError('not_found')
  return status < 500 ? new ExpectedError('invalid_input', { field: requestFormat }) : undefined
}

const retryAfterSeconds = (error: ExpectedError): number | undefined => {
  const seconds = error.details['seconds']
  if (typeof seconds === 'number') return seconds
  return error.reason === 'unavailable' ? 5 : undefined
}

const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const expected = expectedFrom(error)
  const shown = expected ?? new ExpectedError('internal')
  if (shown.entry.status >= 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
  const seconds = retryAfterSeconds(shown)
  if (seconds !== undefined) reply.header('retry-after', seconds)
  return reply.code(shown.entry.status).header('cache-control', 'no-store').send(shown.body)
}

export function answerFrameworkError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  void answer(error, request, reply)
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answer(error, request, reply))
}

/** For paths that nothing answers. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(new ExpectedError('not_found'), request, reply)
}
