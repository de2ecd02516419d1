import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <EmptyState
      asScreen
      icon="compass"
      title={t('notFound.title')}
      reason={t('notFound.reason')}
      action={
        <ButtonLink render={(parts) => <Link to={patterns.home} replace {...parts} />}>
          {t('action.goHome')}
        </ButtonLink>
      }
    />
  )
}
