import { useLayoutEffect, useState } from 'react'
import styles from './pull-to-refresh.module.css'
import { usePull } from './use-pull.ts'

type PullToRefreshProps = {
  /** Settles when the refresh is over, however it went. */
  onRefresh: () => Promise<unknown>
  labels: { pull: string; release: string; busy: string; button: string }
  disabled?: boolean
}

/**
 * Lets the element that it stands in be pulled down to fetch it again: a screen, or what a sheet holds. Keys and
 * screen readers have a button. It wraps nothing, so that it can come later than the content.
 */
export function PullToRefresh({ onRefresh, labels, disabled = false }: PullToRefreshProps) {
  const [mark, setMark] = useState<HTMLDivElement | null>(null)
  const area = mark?.parentElement ?? null
  const { pull, refresh } = usePull(area, !disabled, onRefresh)
  const { stage, distancePx } = pull
  const words = { idle: '', pulling: labels.pull, ready: labels.release, busy: labels.busy }[stage]
  const isPulling = stage === 'pulling' || stage === 'ready'

  useLayoutEffect(() => {
    area?.setAttribute('data-pull', stage)
    area?.style.setProperty('--pull', `${distancePx}px`)
  }, [area, stage, distancePx])
  useLayoutEffect(
    () => () => {
      area?.removeAttribute('data-pull')
      area?.style.removeProperty('--pull')
    },
    [area],
  )
  return (
    <>
      {!disabled && (
        <button type="button" className={styles.button} onClick={refresh}>
          {labels.button}
        </button>
      )}
      <div ref={setMark} aria-hidden="true" className={styles.mark}>
        <span className={styles.wheel} style={{ rotate: isPulling ? `${distancePx * 3}deg` : undefined }} />
        {words}
      </div>
      <span role="status" className="visually-hidden">
        {stage === 'busy' && labels.busy}
      </span>
    </>
  )
}
