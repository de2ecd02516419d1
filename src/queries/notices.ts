import { queryOptions } from '@tanstack/react-query'
import { fetchNotices } from '#src/api/notices-file.ts'

export const noticesQuery = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: ({ signal }) => fetchNotices(signal),
    staleTime: Infinity,
    meta: { persist: false },
  })
