import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ExpectedError } from '#server/lib/errors.ts'
import { requestFormat } from './field-names.ts'

/** The deepest body of the contract has five levels. */
const deepest = 32

const [quote, backslash] = ['"', '\\'].map((sign) => sign.charCodeAt(0)) as [number, number]
const opening = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)))
const closing = new Set([']', '}'].map((sign) => sign.charCodeAt(0)))

/** Whether brackets stand deeper in each other than any call needs; what is no JSON at all is for the parser. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (isInText) {
      if (sign === backslash) index += 1
      else if (sign === quote) isInText = false
    } else if (sign === quote) isInText = true
    else if (opening.has(sign)) {
      depth += 1
      if (depth > deepest) return true
    } else if (closing.has(sign)) depth -= 1
  }
  return false
}

/**
 * Reads JSON, and nothing else. Checking, serialising and storing a value go down into it level by level, and a
 * body of the allowed length may have more levels than the stack has room for: it is refused before it is parsed.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else if (isTooDeep(body)) done(new ExpectedError('invalid_input', { field: requestFormat }))
    else void parse(request, body, done)
  })
}

/** For calls with a body: none at all is an empty one. `null` is a body, and none of ours. */
export function completeBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body === undefined) request.body = {}
  done()
}
