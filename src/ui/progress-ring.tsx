import type { ReactNode } from 'react'
import { Ring } from './ring.tsx'

type ProgressRingProps = {
  label: string
  value: number
  max: number
  sizePx?: number
  tone?: 'primary' | 'seal' | 'ok'
  /** What stands inside, such as the figure. */
  children?: ReactNode
}

export const ProgressRing = ({
  label,
  value,
  max,
  sizePx = 96,
  tone = 'primary',
  children,
}: ProgressRingProps) => {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <Ring share={share} sizePx={sizePx} tone={tone}>
        {children}
      </Ring>
    </span>
  )
}
