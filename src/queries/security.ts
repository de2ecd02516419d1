import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountSecurity } from '#contract/security.ts'
import type { Api } from '#src/api/client.ts'
import { useRuntime } from './runtime.ts'

/** /settings/account-security. All of it needs the network; without one the last known state is shown. */

export const securityQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account-security'],
    queryFn: ({ signal }) => api.call('GET /account/security', {}, { signal }),
    staleTime: 0,
  })

export const devicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['account-devices'],
    queryFn: ({ signal }) => api.call('GET /account/devices', {}, { signal }),
    select: ({ devices }) => devices,
    staleTime: 0,
  })

/** A call that answers with the account's new state, which the profile repeats in part. */
const useSecurityChange = <T>(change: (api: Api, input: T) => Promise<AccountSecurity>) => {
  const { api } = useRuntime()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: T) => change(api, input),
    onSuccess: (security) => {
      client.setQueryData(securityQuery(api).queryKey, security)
      void client.invalidateQueries({ queryKey: ['profile'] })
    },
  })
}

export type PhoneProof = { phone: string; code: string }

export const useChangePhone = () =>
  useSecurityChange((api, proof: PhoneProof) => api.call('PUT /account/phone', proof))

/** What WeChat sent back; no code: the student said no there. */
type WechatProof = { browserKey: string; state: string; code: string }

export const useBindWechat = () =>
  useSecurityChange((api, proof: WechatProof) => api.call('POST /account/wechat', proof))

export const useUnbindWechat = () => useSecurityChange((api, _: void) => api.call('DELETE /account/wechat'))

export const useAskDeletion = () => useSecurityChange((api, _: void) => api.call('POST /account/deletion'))

export const useTakeBackDeletion = () =>
  useSecurityChange((api, _: void) => api.call('DELETE /account/deletion'))

/** Signs out one device, or with null all others. */
export const useSignOutDevice = () => {
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
