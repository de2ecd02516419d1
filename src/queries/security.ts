import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountSecurity } from '#contract/security.ts'
import type { Api } from '#src/api/client.ts'
import { isFailure } from './failure.ts'
import { useRuntime } from './runtime.ts'

/** /settings/account-security. All of it needs the network; without one the last known state is shown. */

export function securityQuery(api: Api) {
  return queryOptions({
    queryKey: ['account-security'],
    queryFn: ({ signal }) => api.call('GET /account/security', {}, { signal }),
    staleTime: 0,
  })
}

export function devicesQuery(api: Api) {
  return queryOptions({
    queryKey: ['account-devices'],
    queryFn: ({ signal }) => api.call('GET /account/devices', {}, { signal }),
    select: ({ devices }) => devices,
    staleTime: 0,
  })
}

/** A call that answers with the account's new state, which the profile repeats in part. */
const useSecurityChange = <T>(change: (api: Api, input: T) => Promise<AccountSecurity>) => {
  const { api } = useRuntime()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: T) => change(api, input),
    onSuccess: (security) => {
      client.setQueryData(securityQuery(api).queryKey, security)
      void client.invalidateQueries({ queryKey: ['profile'] })
      void client.invalidateQueries({ queryKey: ['account-activity'] })
    },
    // The proof was given too long ago: the screen asks for it again.
    onError: (error) => {
      if (isFailure(error, 'fresh_proof_required')) {
        void client.invalidateQueries({ queryKey: securityQuery(api).queryKey })
      }
    },
  })
}

export function activityQuery(api: Api) {
  return queryOptions({
    queryKey: ['account-activity'],
    queryFn: ({ signal }) => api.call('GET /account/activity', {}, { signal }),
    select: ({ events }) => events,
    staleTime: 0,
  })
}

/** To the account's own number. */
export function useSendProofCode() {
  const { api } = useRuntime()
  return useMutation({ mutationFn: () => api.call('POST /account/proof/code') })
}

/** Proves who holds this session, by a code or by what WeChat sent back. */
export function useProve() {
  return useSecurityChange((api, proof: { code: string } | { wechat: WechatProof }) =>
    api.call('POST /account/proof', proof),
  )
}

export function useBeginWait() {
  return useSecurityChange((api, _: void) => api.call('POST /account/proof/wait'))
}

export function useCancelWait() {
  return useSecurityChange((api, _: void) => api.call('DELETE /account/proof/wait'))
}

export type PhoneProof = { phone: string; code: string }

export function useChangePhone() {
  return useSecurityChange((api, proof: PhoneProof) => api.call('PUT /account/phone', proof))
}

/** What WeChat sent back; no code: the student said no there. */
type WechatProof = { browserKey: string; state: string; code: string }

export function useBindWechat() {
  return useSecurityChange((api, proof: WechatProof) => api.call('POST /account/wechat', proof))
}

export function useUnbindWechat() {
  return useSecurityChange((api, _: void) => api.call('DELETE /account/wechat'))
}

export function useAskDeletion() {
  return useSecurityChange((api, _: void) => api.call('POST /account/deletion'))
}

export function useTakeBackDeletion() {
  return useSecurityChange((api, _: void) => api.call('DELETE /account/deletion'))
}

/** Signs out one device, or with null all others. */
export function useSignOutDevice() {
  const { api } = useRuntime()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deviceId: string | null) =>
      deviceId === null
        ? api.call('DELETE /account/devices')
        : api.call('DELETE /account/devices/:deviceId', { deviceId }),
    // Also after a failure: the reply may have been lost.
    onSettled: () => client.invalidateQueries({ queryKey: ['account-devices'] }),
  })
}
