import { randomUUID } from 'node:crypto'

/**
 * A UUID version 7 (RFC 9562): 48 bits of milliseconds, then chance. It rises with time, so that new
 * rows stay together on disk. Every request gets one, so its chance is that of `randomUUID`, which draws it in
 * bulk.
 */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
