import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AgeBand, Profile } from '#contract/account.ts'
import { onRefusal } from '#src/api/refusals.ts'
import { useRuntime } from './runtime.ts'
import type { PhoneProof } from './security.ts'
import { useAccountId } from './session/session-state.ts'

/** The age band, and a guardian's consent for those under 14. */

const useTakeProfile = () => {
  const client = useQueryClient()
  return (profile: Profile): void => {
    client.setQueryData(['profile'], profile)
    void client.invalidateQueries({ queryKey: ['account-security'] })
  }
}

export function useSetAgeBand() {
  const { api } = useRuntime()
  return useMutation({
    mutationFn: (ageBand: AgeBand) => api.call('POST /account/age-band', { ageBand }),
    onSuccess: useTakeProfile(),
  })
}

/** Once a guardian has agreed, what waited for it is sent. */
export function useGiveConsent() {
  const { api, account } = useRuntime()
  const accountId = useAccountId()
  const takeProfile = useTakeProfile()
  return useMutation({
    mutationFn: (proof: PhoneProof) => api.call('POST /account/guardian-consent', { ...proof, agreed: true }),
    onSuccess: (profile) => {
      takeProfile(profile)
      void account(accountId).then(
        (opened) => opened.retryAll(),
        () => undefined,
      )
    },
  })
}

/** Hears that the server wants a guardian's consent first; the profile on this device may not know it yet. */
export function useConsentRefusals(listener: () => void): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onRefusal(() => {
        void client.invalidateQueries({ queryKey: ['profile'] })
        listener()
      }),
    [client, listener],
  )
}
