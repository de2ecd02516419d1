import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { newBrowserKey } from '#src/device/browser-key.ts'
import { isInWeChat } from '#src/device/host-app.ts'
import { useReturnFromWechat, type WechatReturn } from '#src/device/return-from-wechat.ts'
import { keepWechatOpenid, readWechatOpenid, takeOpenidTurn } from '#src/device/wechat-openid.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { paymentMethodsQuery } from '#src/queries/wallet.ts'
import { useWechatAuthorize, useWechatOpenidProof } from '#src/queries/session/wechat-sign-in.ts'

/** Layers of the address in which one pays. */
const payingIn = ['recharge', 'unlock']

/**
 * Inside WeChat its cashier opens only for a known openid. It is fetched when the student first comes to pay: WeChat
 * asks nothing for it and leads back to the same layer. Without it the payment is by QR code, so a failure is silent.
 */
export function useWechatOpenid(): void {
  const { api, clock } = useRuntime()
  const [params] = useSearchParams()
  const isPaying = isInWeChat() && payingIn.some((layer) => params.has(layer))
  const { data: methods } = useQuery({ ...paymentMethodsQuery(api), enabled: isPaying })
  const { mutate: authorize } = useWechatAuthorize('openid')
  const { mutate: prove } = useWechatOpenidProof()

  const take = useCallback(
    ({ code, ...proof }: WechatReturn, forget: () => void): void => {
      if (code === undefined) return forget()
      prove(
        { ...proof, code },
        {
          onSuccess: ({ openid }) => keepWechatOpenid(openid, new Date(clock())),
          onSettled: forget,
        },
      )
    },
    [clock, prove],
  )
  useReturnFromWechat(take, isPaying)

  const isComingBack = params.has('state')
  const isWanted = isPaying && !isComingBack && methods?.includes('wechat') === true
  useEffect(() => {
    if (!isWanted || readWechatOpenid() !== null || !takeOpenidTurn()) return
    authorize(
      { browserKey: newBrowserKey(), returnTo: location.pathname + location.search },
      { onSuccess: ({ url }) => location.assign(url) },
    )
  }, [authorize, isWanted])
}
