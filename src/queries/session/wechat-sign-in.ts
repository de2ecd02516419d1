import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { WechatPurpose } from '#contract/wechat.ts'
import { wechatPollAfterMs } from '#contract/limits.ts'
import type { Api } from '#src/api/client.ts'
import { useRuntime } from '../runtime.ts'
import { enter } from './sign-in.ts'

/** Which ways to sign in there are besides the phone. */
export function signInMethodsQuery(api: Api) {
  return queryOptions({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => api.call('GET /auth/methods', {}, { signal }),
    meta: { persist: false },
  })
}

/** A QR code that can be used once. */
export function useWechatQr() {
  const { api } = useRuntime()
  return useMutation({
    mutationFn: async (browserKey: string) => ({
      ...(await api.call('POST /auth/wechat-qr-code', { browserKey })),
      browserKey,
    }),
  })
}

/** The state of a QR code, asked again until it is decided. @param sessionId empty: nothing is asked */
export function useWechatStatus(sessionId: string) {
  const { api } = useRuntime()
  return useQuery({
    queryKey: ['wechat-login-status', sessionId],
    queryFn: ({ signal }) => api.call('GET /auth/wechat-login-status', { sessionId }, { signal }),
    enabled: sessionId !== '',
    refetchInterval: ({ state }) =>
      state.data?.status === 'confirmed' || state.data?.status === 'expired' ? false : wechatPollAfterMs,
    // Also while the student is in WeChat on the same device.
    refetchIntervalInBackground: true,
    staleTime: 0,
    meta: { persist: false },
  })
}

/** Where to send the browser inside WeChat. */
export function useWechatAuthorize(purpose: WechatPurpose = 'login') {
  const { api } = useRuntime()
  return useMutation({
    mutationFn: (input: { browserKey: string; returnTo: string }) =>
      api.call('POST /auth/wechat-authorize', { ...input, purpose }),
  })
}

type Proof = { browserKey: string } & ({ sessionId: string } | { state: string; code?: string })

/** Signs in by a confirmed QR code, or by what WeChat sent back. */
export function useWechatSignIn() {
  const runtime = useRuntime()
  return useMutation({
    mutationFn: async (proof: Proof) =>
      enter(
        runtime,
        await runtime.api.call('POST /auth/wechat-login', {
          ...proof,
          agreed: true,
          deviceName: await runtime.deviceName(),
        }),
      ),
  })
}

/** Lets the server know who pays inside WeChat, by what WeChat sent back. */
export function useWechatOpenidProof() {
  const { api } = useRuntime()
  return useMutation({
    mutationFn: (proof: { browserKey: string; code: string; state: string }) =>
      api.call('POST /auth/wechat-openid', proof),
  })
}
