import { useEffect, useState } from 'react'
import type { SmsPurpose } from '#contract/account.ts'

/**
 * When the next code for one purpose may be asked for. Kept for the tab, so that a reload does not forget it; the
 * phone number is not kept, tablets are shared.
 */

const keyOf = (purpose: SmsPurpose): string => `code_resend_at:${purpose}`
const longestSeconds = 120

const stored = (storageKey: string): number => {
  try {
    return Number(sessionStorage.getItem(storageKey)) || 0
  } catch {
    return 0
  }
}

/** Whole seconds to wait; a clock that was moved cannot make it endless. */
const secondsLeft = (resendAt: number, now: number): number => {
  const left = Math.ceil((resendAt - now) / 1000)
  return left > longestSeconds ? 0 : Math.max(0, left)
}

export function useResendClock(purpose: SmsPurpose = 'login', clock: () => number = Date.now) {
  const storageKey = keyOf(purpose)
  const [resendAt, setResendAt] = useState(() => stored(storageKey))
  const [left, setLeft] = useState(() => secondsLeft(resendAt, clock()))

  useEffect(() => {
    const tick = () => setLeft(secondsLeft(resendAt, clock()))
    tick()
    if (secondsLeft(resendAt, clock()) === 0) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [resendAt, clock])

  const start = (seconds: number) => {
    const next = clock() + seconds * 1000
    try {
      sessionStorage.setItem(storageKey, String(next))
    } catch {
      // Without storage the countdown lasts until a reload; the server keeps its own.
    }
    setResendAt(next)
  }
  /** The code was used: the next student who signs in on this tablet does not wait for it. */
  const clear = () => {
    try {
      sessionStorage.removeItem(storageKey)
    } catch {
      // Without storage there is nothing to forget.
    }
    setResendAt(0)
  }
  return { secondsLeft: left, start, clear }
}
