import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns } from '#src/lib/paths.ts'
import { noticesQuery } from '#src/queries/notices.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Loading, TextBones } from '#src/ui/skeleton.tsx'
import styles from './settings.module.css'

/** The rows of 关于: the two texts, the licences of others, the version. */
export const AboutRows = () => {
  const { t } = useTranslation('settings')
  const layer = useAddressLayer('notices')
  return (
    <>
      <ListRow
        leading={<MoreIcon name="document" size={20} />}
        title={t('terms')}
        renderLink={(parts) => <Link to={patterns.userAgreement} {...parts} />}
      />
      <ListRow
        leading={<MoreIcon name="shield" size={20} />}
        title={t('privacy')}
        renderLink={(parts) => <Link to={patterns.privacy} {...parts} />}
      />
      <ListRow
        leading={<MoreIcon name="list" size={20} />}
        title={t('notices.name')}
        renderLink={(parts) => <Link to={layer.address()} state={layer.state} {...parts} />}
      />
      <ListRow leading={<MoreIcon name="info" size={20} />} title={t('version')} trailing={__APP_VERSION__} />
      <Sheet
        open={layer.value !== null}
        onClose={layer.close}
        title={t('notices.name')}
        closeLabel={t('close')}
      >
        <Notices />
      </Sheet>
    </>
  )
}

const Notices = () => {
  const { t } = useTranslation('settings')
  const { t: shell } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery(noticesQuery())
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t('notices.intro')}</p>
      {data !== undefined && (
        <pre lang="en" dir="ltr" className={styles.notices}>
          {data}
        </pre>
      )}
      {data === undefined && !isError && (
        <Loading label={shell('loading')}>
          <TextBones lines={10} />
        </Loading>
      )}
      {data === undefined && isError && (
        <ErrorState
          title={t('notices.failed')}
          reason={t('notices.reason')}
          retryLabel={shell('action.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </div>
  )
}
