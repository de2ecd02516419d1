import { useState, type ReactNode } from 'react'
import styles from './pull-to-refresh.module.css'
import { usePull } from './use-pull.ts'

type PullToRefreshProps = {
  /** Settles when the refresh is over, however it went. */
  onRefresh: () => Promise<unknown>
  labels: { pull: string; release: string; busy: string; button: string }
  disabled?: boolean
  children: ReactNode
}

/** A screen's content that can be pulled down to fetch it again; keys and screen readers have a button. */
export const PullToRefresh = ({ onRefresh, labels, disabled = false, children }: PullToRefreshProps) => {
  const [area, setArea] = useState<HTMLDivElement | null>(null)
  const { pull, refresh } = usePull(area, !disabled, onRefresh)
  const words = { idle: '', pulling: labels.pull, ready: labels.release, busy: labels.busy }[pull.stage]
  const isPulling = pull.stage === 'pulling' || pull.stage === 'ready'
  return (
    <div ref={setArea} className={styles.area} data-stage={pull.stage} data-pulling={isPulling || undefined}>
      {!disabled && (
        <button type="button" className={styles.button} onClick={refresh}>
          {labels.button}
        </button>
      )}
      <div
        className={styles.content}
        style={pull.distancePx > 0 ? { transform: `translateY(${pull.distancePx}px)` } : undefined}
      >
        <div aria-hidden="true" className={styles.mark}>
          <span
            className={styles.wheel}
            style={{ rotate: isPulling ? `${pull.distancePx * 3}deg` : undefined }}
          />
          {words}
        </div>
        {children}
      </div>
      <span role="status" className="visually-hidden">
        {pull.stage === 'busy' && labels.busy}
      </span>
    </div>
  )
}
