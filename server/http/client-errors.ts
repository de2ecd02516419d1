import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { transportMessages } from '#contract/transport-messages.ts'
import { ExpectedError } from '#server/lib/errors.ts'
import { requestFormat } from './field-names.ts'

/** What Node itself refuses, before there is a request that a handler could answer. */

const malformed = new ExpectedError('invalid_input', { field: requestFormat })

const refusals: Readonly<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: transportMessages.timeout },
  HPE_HEADER_OVERFLOW: { status: 431, message: malformed.message },
}

/** Closed at once, the connection would be reset by what still comes, and the answer lost with it. */
const lingerMs = 1000
const answered = new WeakSet<Socket>()

/**
 * Answers in the usual wrapper and ends the connection; what still comes is not read as a request. Nothing is logged: most such requests come from
 * scanners, and what they sent may be anything.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (answered.has(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = refusals[error.code ?? ''] ?? { status: 400, message: malformed.message }
  const body = JSON.stringify({ ...malformed.body, message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  answered.add(socket)
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  const lingering = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(lingering))
}
