import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { noticesQuery } from '#src/queries/notices.ts'
import { Icon } from '#src/ui/icons.tsx'
import { ListRow } from '#src/ui/lists/list-row.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { TextSkeleton } from '#src/ui/skeleton.tsx'
import styles from './settings.module.css'

/** The rows of 关于: the two texts, the licences of others, the version. */
export function AboutRows() {
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
      <ListRow leading={<Icon name="info" size={20} />} title={t('version')} trailing={__APP_VERSION__} />
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
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t('notices.intro')}</p>
      <Asked
        query={useQuery(noticesQuery())}
        skeleton={<TextSkeleton lines={10} />}
        failed={t('notices.failed')}
        other={t('notices.reason')}
      >
        {(text) => (
          <pre lang="en" dir="ltr" className={styles.notices}>
            {text}
          </pre>
        )}
      </Asked>
    </div>
  )
}
