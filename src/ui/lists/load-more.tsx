import { useNearEnd } from '#src/lib/near-end.ts'
import { Button } from '../button.tsx'
import { Loading, RowsSkeleton } from '../skeleton.tsx'
import styles from '../state.module.css'

type LoadMoreProps = {
  status: 'more' | 'loading' | 'failed' | 'end'
  onMore: () => void
  /** Distance from the visible part at which the next page is asked for. */
  thresholdPx: number
  loadingLabel: string
  failedLabel: string
  retryLabel: string
}

/** The end of a list that goes on: asks for more when it comes near, and offers a second try. */
export function LoadMore(props: LoadMoreProps) {
  const { status, onMore, thresholdPx, loadingLabel, failedLabel, retryLabel } = props
  const end = useNearEnd(thresholdPx, status === 'more', onMore)
  if (status === 'end') return null
  return (
    <div ref={end}>
      {status === 'loading' && (
        <Loading label={loadingLabel}>
          <RowsSkeleton count={1} />
        </Loading>
      )}
      {status === 'failed' && (
        <div role="alert" className={styles.more}>
          <span>{failedLabel}</span>
          <Button kind="plain" small onClick={onMore}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
