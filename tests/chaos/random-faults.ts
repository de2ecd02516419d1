import type { SeededRandom } from './seeded-random.ts'
import type { Fault, PortalStatus } from './steps.ts'

/** At least one, and not more than `most`. */
export function times<T>(random: SeededRandom, most: number, make: () => T): T[] {
  return Array.from({ length: 1 + random.below(most) }, make)
}

export function portalStatus(random: SeededRandom) {
  return random.pick<PortalStatus>([200, 403, 404, 511])
}

/** What calls other than uploads may meet, and uploads as well. */
export function callFault(random: SeededRandom): Fault {
  return random.pick<() => Fault>([
    () => ({ kind: 'portal', status: portalStatus(random) }),
    () => ({ kind: 'status', status: random.pick([500, 503, 429]) }),
    () => ({ kind: 'answer-lost' }),
    () => ({ kind: 'half-answer' }),
    () => ({ kind: 'cut' }),
    () => ({ kind: 'timeout' }),
  ])()
}

/** What the app's own files may meet on their way. */
export function fileFault(random: SeededRandom): Fault {
  return random.pick<() => Fault>([
    () => ({ kind: 'portal', status: 200 }),
    () => ({ kind: 'portal', status: 200 }),
    () => ({ kind: 'status', status: 500 }),
    () => ({ kind: 'half-answer' }),
    () => ({ kind: 'cut' }),
    () => ({ kind: 'timeout' }),
  ])()
}

/** In both forms of the header, and forms that it should not have. */
const retryAfters = [
  '0',
  '1',
  '3000000',
  '99999999999999999999',
  '-5',
  'soon',
  '',
  'Fri, 31 Dec 2100 23:59:59 GMT',
  'Thu, 01 Jan 1970 00:00:00 GMT',
] as const

export function retryAfter(random: SeededRandom): string {
  return random.pick(retryAfters)
}
