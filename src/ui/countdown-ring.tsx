import { useEffect, useEffectEvent, useState } from 'react'
import { Ring } from './ring.tsx'

type CountdownRingProps = {
  /** Milliseconds since 1970. */
  endsAt: number
  totalMs: number
  label: (seconds: number) => string
  onEnd?: () => void
  sizePx?: number
  now?: () => number
}

const secondsLeft = (endsAt: number, now: number): number => Math.max(0, Math.ceil((endsAt - now) / 1000))

/** Counts seconds down to an instant, so that a page that slept comes back right; calls `onEnd` once. */
export const CountdownRing = (props: CountdownRingProps) => {
  const { endsAt, totalMs, label, onEnd, sizePx = 64, now = Date.now } = props
  const [left, setLeft] = useState(() => secondsLeft(endsAt, now()))
  const end = useEffectEvent(() => onEnd?.())
  const read = useEffectEvent(now)
  useEffect(() => {
    const tick = (): void => {
      const seconds = secondsLeft(endsAt, read())
      setLeft(seconds)
      if (seconds > 0) return
      clearInterval(timer)
      end()
    }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <span role="timer" aria-label={label(left)}>
      <Ring share={(left * 1000) / totalMs} sizePx={sizePx} tone={left <= 10 ? 'seal' : 'primary'} ticking>
        <span aria-hidden="true">{left}</span>
      </Ring>
    </span>
  )
}
