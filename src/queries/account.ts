import { queryOptions, useQuery } from '@tanstack/react-query'
import { nameWithoutAdminAccess } from '#contract/constants.ts'
import type { Profile, ProfileUpdate } from '#contract/account.ts'
import type { Api } from '#src/api/client.ts'
import { useEnqueue, useWaitingCalls, type WaitingCall } from './waiting-calls.ts'
import { useRuntime } from './runtime.ts'
import { useSessionState } from './session-state.ts'

export const profileQuery = (api: Api) =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api.call('GET /profile', {}, { signal }),
    meta: { persist: 'boot' },
    gcTime: Infinity,
  })

const withUpdate = (profile: Profile, update: ProfileUpdate): Profile => ({
  ...profile,
  ...update,
  study: { ...profile.study, ...update.study },
})

/** The profile with the changes that still wait. */
const withWaiting = (profile: Profile, calls: readonly WaitingCall[]): Profile =>
  calls
    .filter((call) => call.endpoint === 'PUT /profile')
    .reduce((shown, call) => withUpdate(shown, call.input as ProfileUpdate), profile)

/** The signed-in student; the changes made without a network included. */
export const useProfile = () => {
  const { api } = useRuntime()
  const session = useSessionState()
  const calls = useWaitingCalls()
  const query = useQuery({ ...profileQuery(api), enabled: session.status === 'signed-in' })
  return { ...query, data: query.data && withWaiting(query.data, calls) }
}

/** Changes the profile at once on screen; sent now or when there is a network. */
export const useUpdateProfile = () => {
  const enqueue = useEnqueue()
  return (update: ProfileUpdate) =>
    enqueue('PUT /profile', update, `profile:${Object.keys(update).sort().join()}`)
}

/** Specification, section 3. */
export const canSeeAdmin = (profile: Pick<Profile, 'name'>): boolean =>
  profile.name !== nameWithoutAdminAccess

/** The pictures that can be chosen. */
export const defaultAvatarsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['default-avatars'],
    queryFn: ({ signal }) => api.call('GET /default-avatars', {}, { signal }),
    select: ({ avatars }) => avatars,
  })
