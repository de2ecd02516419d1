import { useTranslation } from 'react-i18next'
import { failureDisplay } from '#src/queries/failure.ts'
import { ErrorState } from '#src/ui/error-state.tsx'

type FailureStateProps = {
  error: unknown
  /** What could not be shown. */
  title: string
  /** Instead of the catalogue's words, on a device without a network. */
  offline?: string | undefined
  /** For a failure that is not one call's. */
  other?: string | undefined
  onRetry: () => void
  busy?: boolean
  /** The title is the heading of the whole screen. */
  asScreen?: boolean | undefined
}

/**
 * In place of what could not be loaded, as the failure's show_type asks for. One that is not to be shown leaves
 * a neutral way to ask again.
 */
export function FailureState({ error, title, offline, other, ...rest }: FailureStateProps) {
  const { t } = useTranslation()
  const display = failureDisplay(error, offline, other)
  return (
    <ErrorState
      {...rest}
      tone={display?.tone ?? 'quiet'}
      title={display ? title : t('quiet.title')}
      reason={display?.message ?? t('quiet.reason')}
      retryLabel={t('action.retry')}
    />
  )
}
