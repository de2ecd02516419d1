import type { UnlockedFilters } from '#src/queries/packs/packs.ts'

/** The filters and sorts of 我的卡包 (specification, section 3), as they stand in the address. */

export type PackFilters = UnlockedFilters
export type SortField = NonNullable<PackFilters['sortField']>
export type SortOrder = NonNullable<PackFilters['sortOrder']>

export const sortFields = [
  'unlockedAt',
  'lastStudiedAt',
  'title',
  'progress',
  'due',
] as const satisfies SortField[]
export const sortOrders = ['desc', 'asc'] as const satisfies SortOrder[]
const filterKeys = ['gradeId', 'subjectId', 'knowledgePointId', 'keyword', 'sortField', 'sortOrder'] as const
export const maxKeywordLength = 40

/** The server's own order for a field when none is asked for. */
export function naturalOrder(field: SortField): SortOrder {
  return field === 'title' ? 'asc' : 'desc'
}

const slug = /^[a-z0-9][a-z0-9-]{0,47}$/
const readSlug = (value: string | null): string | undefined =>
  value !== null && slug.test(value) ? value : undefined
const readOneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((candidate) => candidate === value)

/** Anyone can write an address: what the server would refuse is left out. */
export function readFilters(params: URLSearchParams): PackFilters {
  const filters: PackFilters = {
    gradeId: readSlug(params.get('gradeId')),
    subjectId: readSlug(params.get('subjectId')),
    knowledgePointId: readSlug(params.get('knowledgePointId')),
    keyword: params.get('keyword')?.trim().slice(0, maxKeywordLength) || undefined,
    sortField: readOneOf(sortFields, params.get('sortField')),
    sortOrder: readOneOf(sortOrders, params.get('sortOrder')),
  }
  return withoutEmpty(filters)
}

/** The address with these filters in place of its own; all else in it stays. */
export function writeFilters(params: URLSearchParams, filters: PackFilters): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const key of filterKeys) {
    const value = filters[key]
    if (value === undefined || value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** Without fields that say nothing, so that equal filters are equal keys of a query. */
export function withoutEmpty(filters: PackFilters): PackFilters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''),
  ) as PackFilters
}

/** Another subject: a knowledge point of the last one would leave nothing. */
export function withSubject(filters: PackFilters, subjectId: string | undefined): PackFilters {
  return withoutEmpty({ ...filters, subjectId, knowledgePointId: undefined })
}
