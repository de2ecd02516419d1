import { Type, type Static, type TSchema } from 'typebox'
import { defaultPage, defaultPageSize, maxPageSize } from './constants.ts'

/** Shapes that every word of the contract uses. */

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A UUID in lower case. */
export const Id = Type.String({ pattern: id.source })

/** Whether a text is a UUID in lower case. */
export function isId(text: string): boolean {
  return id.test(text)
}
/** The id of a stage, grade, subject or knowledge point, as `library/taxonomy.yaml` writes it. */
export const Slug = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,47}$' })
const date = '[12]\\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}'

/** An instant, ISO 8601 in UTC with milliseconds: `2026-11-20T08:00:00.000Z`. */
export const Instant = Type.String({ pattern: `^${date}T${time}Z$` })
/** A study day, `2026-11-20`, which the calendar need not have (31 February): see `dayOf` in `study-day.ts`. */
export const Day = Type.String({ pattern: `^${date}$` })
/** Minutes east of UTC, as the device had it: 480 in China. */
export const UtcOffsetMinutes = Type.Integer({ minimum: -840, maximum: 840 })

export const Named = Type.Object({ id: Slug, name: Type.String() })
export type Named = Static<typeof Named>

export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: defaultPage })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize })),
  /**
   * `asOf` of the first page, sent with the ones after it: what came into the list since then is left out, so
   * that nothing moves to another page while one turns them.
   */
  asOf: Type.Optional(Instant),
})

export const PagedFields = {
  page: Type.Integer(),
  limit: Type.Integer(),
  /** Of all pages. */
  total: Type.Integer(),
  hasMore: Type.Boolean(),
  asOf: Instant,
}

/** One page of a list. */
export function Paged<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), ...PagedFields })
}

/** The reply wrapper (specification, section 3). `code` 2000 is success. */
export type Envelope<T> = { code: number; message: string; show_type: number; data: T }
