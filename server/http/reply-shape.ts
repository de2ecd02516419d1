import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'

/** Changes with a release that shapes a reply otherwise: what browsers keep of the same data is then out of date. */
export function shapeOf(reply: TSchema): string {
  return createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 6)
}
