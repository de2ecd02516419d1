import { defaultPage, defaultPageSize } from '#contract/constants.ts'

/** Pages of a list, counted from 1. */
type PageRequest = { page?: number | undefined; limit?: number | undefined; asOf?: string | undefined }
export type Page = {
  page: number
  limit: number
  offset: number
  /** Rows that came into the list later are left out: see `PageQuery` of the contract. */
  asOf: Date
}

export function pageOf({ page = defaultPage, limit = defaultPageSize, asOf }: PageRequest, now: Date): Page {
  return {
    page,
    limit,
    offset: (page - 1) * limit,
    asOf: asOf === undefined ? now : new Date(asOf),
  }
}

/** The contract's `Paged` of one page's items. */
export function paged<T>(items: T[], { page, limit, asOf }: Page, total: number) {
  return {
    items,
    page,
    limit,
    total,
    hasMore: page * limit < total,
    asOf: asOf.toISOString(),
  }
}
