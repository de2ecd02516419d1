import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/account.ts'
import type { Theme } from '#contract/themes.ts'
import type { Api } from '#src/api/client.ts'
import { useEnqueue } from './waiting-calls.ts'

/** Every theme that can be chosen. */
export const availableThemesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['themes-available'],
    queryFn: ({ signal }) => api.call('GET /themes/available', {}, { signal }),
    select: ({ themes }) => themes,
  })

/** Changes the theme: at once on the page, sent now or when there is a network. */
export const useSelectTheme = () => {
  const client = useQueryClient()
  const enqueue = useEnqueue()
  return async (theme: Theme): Promise<void> => {
    await enqueue('POST /themes/select/:id', { id: theme.id }, 'theme')
    // The call that waits names the theme only by its id; the profile carries its colours.
    client.setQueryData<Profile>(['profile'], (profile) => profile && { ...profile, currentTheme: theme })
  }
}
