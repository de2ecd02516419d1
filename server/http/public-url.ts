import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { fail } from '#server/lib/errors.ts'
import { requestFormat } from './field-names.ts'

/**
 * The site's address as browsers know it, without a slash at the end: as configured, else as this one asked. Only
 * Host counts, which proxies set or pass on: X-Forwarded-Host comes from the browser when a proxy forgets to clear it.
 * @throws ExpectedError `invalid_input` for a Host header that is no host
 */
export function publicUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl
  const asked = `${request.protocol}://${request.headers.host ?? ''}`
  return URL.canParse(asked) ? new URL(asked).origin : fail('invalid_input', { field: requestFormat })
}
