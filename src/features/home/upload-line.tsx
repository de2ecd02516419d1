import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoredPacks } from '#src/queries/downloads.ts'
import { useOutboxStatus, useRetryUploads } from '#src/queries/outbox.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import styles from './home.module.css'

type UploadLineProps = {
  /** The last request did not get through, whatever the browser believes. */
  isUnreachable: boolean
}

/** What works without a network, and what has still to go up. As high when it is empty. */
export const UploadLine = ({ isUnreachable }: UploadLineProps) => {
  const { t } = useTranslation('home')
  const packs = useStoredPacks()?.length
  const status = useOutboxStatus()
  const online = useIsOnline() && !isUnreachable
  return (
    <>
      <p role="status" className={styles.uploads}>
        {packs !== undefined && online && (
          <span className={packs > 0 ? styles.ready : undefined}>
            {packs > 0 ? t('uploads.ready', { packs }) : t('uploads.none')}
          </span>
        )}
        {packs !== undefined && !online && (
          <span className={styles.offline}>
            <Icon name="offline" size={16} />
            {packs > 0 ? t('uploads.offline', { packs }) : t('uploads.offlineNone')}
          </span>
        )}
        {status !== undefined && status.waiting > 0 && (
          <span className={styles.waiting}>{t('uploads.waiting', { records: status.waiting })}</span>
        )}
      </p>
      {status !== undefined && status.refused > 0 && <RefusedRecords count={status.refused} />}
    </>
  )
}

const RefusedRecords = ({ count }: { count: number }) => {
  const { t } = useTranslation('home')
  const retry = useRetryUploads()
  const [isRetrying, setRetrying] = useState(false)
  const tryAgain = async () => {
    setRetrying(true)
    const outcome = await retry()
    setRetrying(false)
    if (outcome.status === 'later' || outcome.status === 'limited') showToast('warn', t('uploads.later'))
  }
  return (
    <div className={styles.refused}>
      <span>{t('uploads.refused', { records: count })}</span>
      <Button kind="plain" small busy={isRetrying} onClick={() => void tryAgain()}>
        {t('uploads.retry')}
      </Button>
    </div>
  )
}
