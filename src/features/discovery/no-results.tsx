import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { patterns } from '#src/lib/paths.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import styles from './discovery.module.css'

/** Nothing was found: the shelves, or a pack that the student makes. */
export function NoResults({ keyword, reason }: { keyword: string; reason: string }) {
  const { t } = useTranslation('discovery')
  return (
    <EmptyState
      icon="search"
      title={t('search.nothing', { keyword })}
      reason={reason}
      action={
        <div className={styles.waysOn}>
          <ButtonLink render={(parts) => <Link to={patterns.resource} replace {...parts} />}>
            {t('search.browse')}
          </ButtonLink>
          <ButtonLink kind="secondary" render={(parts) => <Link to={patterns.generate} {...parts} />}>
            {t('search.makeOwn')}
          </ButtonLink>
        </div>
      }
    />
  )
}
