import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { TopBar } from '#src/ui/top-bar.tsx'
import type { PageName } from './page.tsx'
import styles from './layout.module.css'

/** Says honestly that a screen of the app is not open yet, and leads to what is. */
export const ComingSoon = ({ page }: { page: PageName }) => {
  const { t } = useTranslation()
  const goBack = useGoBack()
  const isTab = page === 'generate' || page === 'explore'
  const title = t(`page.${page}`)
  return (
    <>
      {isTab ? (
        <h1 className={styles.heading}>{title}</h1>
      ) : (
        <TopBar title={title} backLabel={t('action.back')} onBack={goBack} />
      )}
      <EmptyState
        icon={page === 'explore' ? 'compass' : 'books'}
        title={t('comingSoon.title')}
        reason={t(isTab ? `comingSoon.${page}` : 'comingSoon.other')}
        action={
          <ButtonLink kind="secondary" render={(parts) => <Link to={patterns.home} {...parts} />}>
            {t('comingSoon.action')}
          </ButtonLink>
        }
      />
    </>
  )
}
