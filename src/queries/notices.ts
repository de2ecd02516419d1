import { queryOptions } from '@tanstack/react-query'
import { fetchNotices } from '#src/api/notices-file.ts'

export function noticesQuery() {
  return queryOptions({
    queryKey: ['notices'],
    queryFn: ({ signal }) => fetchNotices(signal),
    staleTime: Infinity,
    meta: { persist: false },
  })
}
