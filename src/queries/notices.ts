import { queryOptions } from '@tanstack/react-query'

/** The licences of what the app is made of: a file of the build, not of the API. */
export const noticesQuery = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/notices.txt', { signal })
      const isText = response.headers.get('content-type')?.startsWith('text/plain') === true
      if (!response.ok || !isText) throw new Error(`notices.txt: ${response.status}`)
      return response.text()
    },
    staleTime: Infinity,
    meta: { persist: false },
  })
