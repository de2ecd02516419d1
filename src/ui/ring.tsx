import type { ReactNode } from 'react'
import styles from './progress-ring.module.css'

const radius = 45
const around = 2 * Math.PI * radius

type RingProps = {
  /** 0 to 1. */
  share: number
  sizePx: number
  tone: 'primary' | 'seal' | 'ok'
  /** It moves by one step a second. */
  ticking?: boolean
  children?: ReactNode
}

/** A part of a circle; what it means is said around it. */
export const Ring = ({ share, sizePx, tone, ticking, children }: RingProps) => (
  <span
    className={styles.ring}
    data-tone={tone}
    data-ticking={ticking || undefined}
    style={{ inlineSize: sizePx, blockSize: sizePx }}
  >
    <svg viewBox="0 0 100 100" aria-hidden="true" fill="none" strokeWidth="8">
      <circle className={styles.track} cx="50" cy="50" r={radius} />
      {share > 0 && (
        <circle
          className={styles.value}
          cx="50"
          cy="50"
          r={radius}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
      )}
    </svg>
    <span className={styles.inside}>{children}</span>
  </span>
)
