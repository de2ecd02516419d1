import { useTranslation } from 'react-i18next'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { ChunkLoadError } from '#src/lib/load-chunk.ts'
import { ErrorState } from '#src/ui/error-state.tsx'

type ErrorScreenProps = { error: unknown; onRetry: () => void }

/** In place of a screen that could not be loaded or drawn. */
export function ErrorScreen({ error, onRetry }: ErrorScreenProps) {
  const { t } = useTranslation()
  const online = useIsOnline()
  const isChunk = error instanceof ChunkLoadError
  const chunkReason = online ? t('error.chunkReason') : t('error.chunkOffline')
  return (
    <ErrorState
      asScreen
      title={isChunk ? t('error.chunkTitle') : t('error.title')}
      reason={isChunk ? chunkReason : t('error.reason')}
      retryLabel={t('action.retry')}
      onRetry={onRetry}
    />
  )
}
