import { defaultPage, defaultPageSize } from '#contract/constants.ts'

/** Pages of a list, counted from 1. */
type PageRequest = { page?: number | undefined; limit?: number | undefined }
export type Page = { page: number; limit: number; offset: number }

export const pageOf = ({ page = defaultPage, limit = defaultPageSize }: PageRequest): Page => ({
  page,
  limit,
  offset: (page - 1) * limit,
})

/** The contract's `Paged` of one page's items. */
export const paged = <T>(items: T[], { page, limit }: Page, total: number) => ({
  items,
  page,
  limit,
  total,
  hasMore: page * limit < total,
})
