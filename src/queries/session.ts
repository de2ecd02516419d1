import { useEffect } from 'react'
import type { Profile } from '#contract/account.ts'
import { useProfile } from './account.ts'
import { useRuntime } from './runtime.ts'
import { useSessionState } from './session-state.ts'

export type SessionView =
  | { status: 'loading'; profile: null }
  | { status: 'signed-out'; profile: null }
  | { status: 'signed-in'; profile: Profile | null }

/** Start-up state (specification, section 4): loading, then a user or none. */
export const useSession = (): SessionView => {
  const session = useSessionState()
  const profile = useProfile()
  if (session.status !== 'signed-in') return { status: session.status, profile: null }
  return { status: 'signed-in', profile: profile.data ?? null }
}

/**
 * A token whose owner this device does not know: the profile call names the owner, and if it fails
 * the token is cleared, as the specification says.
 */
export const useIdentify = (): void => {
  const { api, session } = useRuntime()
  const { status } = useSessionState()
  useEffect(() => {
    if (status !== 'loading') return
    const controller = new AbortController()
    api.call('GET /profile', {}, { signal: controller.signal }).then(
      (profile) => session.identified(profile.id),
      () => {
        if (!controller.signal.aborted) session.ended()
      },
    )
    return () => controller.abort()
  }, [api, session, status])
}
