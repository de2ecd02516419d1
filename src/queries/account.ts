import { queryOptions, useQuery } from '@tanstack/react-query'
import { nameWithoutAdminAccess } from '#contract/constants.ts'
import type { Profile, ProfileUpdate } from '#contract/account.ts'
import type { Api } from '#src/api/client.ts'
import { joinedOutcome, profileChanges, withWaitingChanges } from './profile-changes.ts'
import { useEnqueue, useWaitingCalls, type QueuedCall } from './sync/waiting-calls.ts'
import { useRuntime } from './runtime.ts'
import { useSessionState } from './session/session-state.ts'

export function profileQuery(api: Api) {
  return queryOptions({
    queryKey: ['profile'],
    queryFn: ({ signal }) => api.call('GET /profile', {}, { signal }),
    meta: { persist: 'first-frame' },
    gcTime: Infinity,
  })
}

/** The signed-in student; the changes made without a network included. */
export function useProfile() {
  const { api } = useRuntime()
  const session = useSessionState()
  const calls = useWaitingCalls()
  const query = useQuery({ ...profileQuery(api), enabled: session.status === 'signed-in' })
  return { ...query, data: query.data && withWaitingChanges(query.data, calls) }
}

/** Changes the profile at once on screen; sent now or when there is a network. */
export function useUpdateProfile() {
  const enqueue = useEnqueue()
  return async (update: ProfileUpdate): Promise<QueuedCall> => {
    const queued: QueuedCall[] = []
    for (const { input, coalesceKey } of profileChanges(update))
      queued.push(await enqueue('PUT /profile', input, coalesceKey))
    return { outcome: Promise.all(queued.map(({ outcome }) => outcome)).then(joinedOutcome) }
  }
}

/** Specification, section 3. */
export function canSeeAdmin(profile: Pick<Profile, 'name'>): boolean {
  return profile.name !== nameWithoutAdminAccess
}

/** The pictures that can be chosen. */
export function defaultAvatarsQuery(api: Api) {
  return queryOptions({
    queryKey: ['default-avatars'],
    queryFn: ({ signal }) => api.call('GET /default-avatars', {}, { signal }),
    select: ({ avatars }) => avatars,
  })
}
