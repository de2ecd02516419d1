import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Profile } from '#contract/account.ts'
import type { Theme } from '#contract/themes.ts'
import type { Api } from '#src/api/client.ts'
import { useRuntime } from './runtime.ts'
import { useEnqueue, useKnownWaitingCalls, type LateCall, type QueuedCall } from './sync/waiting-calls.ts'

/** Every theme that can be chosen. */
export function availableThemesQuery(api: Api) {
  return queryOptions({
    queryKey: ['themes-available'],
    queryFn: ({ signal }) => api.call('GET /themes/available', {}, { signal }),
    select: ({ themes }) => themes,
  })
}

/**
 * Asks for the theme that the student has now, which another device may have changed since the profile came; the
 * profile, and with it the page, takes it on. A choice made here that still waits is newer.
 */
export function useCurrentTheme(): void {
  const { api } = useRuntime()
  const client = useQueryClient()
  const calls = useKnownWaitingCalls()
  const isAsked = useRef(false)
  useEffect(() => {
    if (calls === undefined || isAsked.current) return
    isAsked.current = true
    if (calls.some(({ endpoint }) => endpoint === 'POST /themes/select/:id')) return
    const before = client.getQueryData<Profile>(['profile'])?.currentTheme
    // What was chosen while the answer was on its way is newer than it.
    const take = (theme: Theme): void =>
      void client.setQueryData<Profile>(['profile'], (profile) =>
        profile?.currentTheme === before ? profile && { ...profile, currentTheme: theme } : profile,
      )
    client.fetchQuery(currentThemeQuery(api)).then(take, () => undefined)
  }, [api, calls, client])
}

const currentThemeQuery = (api: Api) =>
  queryOptions({
    queryKey: ['theme-current'],
    queryFn: ({ signal }) => api.call('GET /themes/current', {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { persist: false },
  })

export function themeCall(id: string): LateCall<'POST /themes/select/:id'> {
  return ['POST /themes/select/:id', { id }, 'theme']
}

/** Changes the theme: at once on the page, sent now or when there is a network. */
export function useSelectTheme() {
  const client = useQueryClient()
  const enqueue = useEnqueue()
  return async (theme: Theme): Promise<QueuedCall> => {
    const call = await enqueue(...themeCall(theme.id))
    // The call that waits names the theme only by its id; the profile carries its colours.
    client.setQueryData<Profile>(['profile'], (profile) => profile && { ...profile, currentTheme: theme })
    return call
  }
}
