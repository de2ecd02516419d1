import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type ErrorStateProps = {
  title: string
  reason: string
  retryLabel: string
  onRetry: () => void
  /** A second try is under way. */
  busy?: boolean
  /** The title is the heading of the whole screen. */
  asScreen?: boolean
}

export const ErrorState = ({
  title,
  reason,
  retryLabel,
  onRetry,
  busy = false,
  asScreen,
}: ErrorStateProps) => (
  <div role="alert">
    <EmptyState
      asScreen={asScreen}
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
