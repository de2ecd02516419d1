import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { keptBrowserKey } from './browser-key.ts'

/** What WeChat brought back; without `code` the student said no there. */
export type WechatReturn = { browserKey: string; state: string; code?: string }

/**
 * WeChat comes back to the address that it was sent from, with `code` and the state marker, or the marker alone
 * after a refusal. It is reported once; `forget` takes both out of the address, since what was used once stays in none.
 * What this tab did not begin, e.g. an address that somebody passed on, is not reported, only forgotten.
 * @param isMine false where what comes back is for somebody else
 */
export function useReturnFromWechat(
  take: (brought: WechatReturn, forget: () => void) => void,
  isMine = true,
): void {
  const [params, setParams] = useSearchParams()
  const isDone = useRef(false)
  const state = params.get('state')
  const code = params.get('code')
  useEffect(() => {
    if (!isMine || state === null || isDone.current) return
    isDone.current = true
    const forget = (): void =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('code')
          next.delete('state')
          return next
        },
        { replace: true },
      )
    const browserKey = keptBrowserKey()
    if (browserKey === null) return forget()
    take({ browserKey, state, ...(code !== null && { code }) }, forget)
  }, [code, isMine, setParams, state, take])
}
