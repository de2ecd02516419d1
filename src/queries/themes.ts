import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#src/api/client.ts'

/** Every theme that can be chosen. */
export const availableThemesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['themes-available'],
    queryFn: ({ signal }) => api.call('GET /themes/available', {}, { signal }),
    select: ({ themes }) => themes,
  })
