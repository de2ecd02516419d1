import { useEffect } from 'react'
import type { Profile } from '#contract/account.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Api } from '#src/api/client.ts'
import { useProfile } from '../account.ts'
import { isDefiniteRefusal } from '../failure.ts'
import { useRuntime } from '../runtime.ts'
import { useSessionState } from './session-state.ts'

export type SessionProfile =
  | { status: 'loading'; profile: null }
  | { status: 'signed-out'; profile: null }
  | { status: 'signed-in'; profile: Profile | null }

/** Start-up state (specification, section 4): loading, then a user or none. */
export function useSessionProfile(): SessionProfile {
  const session = useSessionState()
  const profile = useProfile()
  if (session.status !== 'signed-in') return { status: session.status, profile: null }
  return { status: 'signed-in', profile: profile.data ?? null }
}

/**
 * The server refuses the student's own profile: the session is over, as when the token has expired, whose end the
 * client itself reports. @param tell kept by its identity
 */
export function useRefusedProfile(tell: (refusal: Error) => void): void {
  const { session, dropSession } = useRuntime()
  const { error } = useProfile()
  useEffect(() => {
    if (!isDefiniteRefusal(error) || error.isSessionExpired) return
    const now = session.get()
    session.ended()
    // Also where it would be restored from.
    if (now.status === 'signed-in') void dropSession(now.accountId)
    tell(error)
  }, [dropSession, error, session, tell])
}

/**
 * A busy server is asked again, and so is one that was not reached: a page that is left breaks off its own request, and
 * must not end the session on its way out. @throws the failure of the third try, or one that no other try would mend
 */
const whoseToken = (api: Api, signal: AbortSignal, tries = 3): Promise<Profile> =>
  api.call('GET /profile', {}, { signal }).catch(async (failure: unknown) => {
    const mayPass = failure instanceof ApiError && failure.isTemporary && failure.kind !== 'timeout'
    if (!mayPass || tries === 1) throw failure
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    return whoseToken(api, signal, tries - 1)
  })

/**
 * A token whose owner this device does not know: the profile call names the owner, and if it fails
 * the token is cleared, as the specification says. @param tell kept by its identity
 */
export function useIdentify(tell: (failure: unknown) => void): void {
  const { api, session } = useRuntime()
  const { status } = useSessionState()
  useEffect(() => {
    if (status !== 'loading') return
    const controller = new AbortController()
    whoseToken(api, controller.signal).then(
      (profile) => session.identified(profile.id),
      (failure: unknown) => {
        if (controller.signal.aborted || session.token() === null) return
        session.ended()
        tell(failure)
      },
    )
    return () => controller.abort()
  }, [api, session, status, tell])
}
