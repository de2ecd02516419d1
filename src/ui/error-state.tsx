import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './state.module.css'

type ErrorStateProps = {
  title: string
  reason: string
  retryLabel: string
  onRetry: () => void
  /** `quiet`: nothing is said to have failed. */
  tone?: 'warn' | 'error' | 'info' | 'quiet'
  /** A second try is under way. */
  busy?: boolean
  /** The title is the heading of the whole screen. */
  asScreen?: boolean
}

export function ErrorState({
  title,
  reason,
  retryLabel,
  onRetry,
  tone = 'error',
  busy = false,
  asScreen,
}: ErrorStateProps) {
  return (
    <div
      role={tone === 'warn' || tone === 'error' ? 'alert' : 'status'}
      className={styles.told}
      data-tone={tone}
    >
      <EmptyState
        asScreen={asScreen}
        icon={tone === 'warn' || tone === 'error' ? 'warning' : 'info'}
        title={title}
        reason={reason}
        action={
          <Button kind="secondary" busy={busy} onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      />
    </div>
  )
}
