import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type ErrorStateProps = {
  title: string
  reason: string
  retryLabel: string
  onRetry: () => void
  /** A second try is under way. */
  busy?: boolean
}

export const ErrorState = ({ title, reason, retryLabel, onRetry, busy = false }: ErrorStateProps) => (
  <div role="alert">
    <EmptyState
      icon="warning"
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
