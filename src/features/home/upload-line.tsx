import { lazy, Suspense, useState, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineShell } from '#src/device/offline-shell.ts'
import { Link } from 'react-router-dom'
import { addMessages } from '#src/i18n/i18n.ts'
import uploads from '#src/i18n/zh-CN/uploads.json'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { useStoredPacks } from '#src/queries/packs/downloads.ts'
import { useOutboxStatus, useRetryUploads } from '#src/queries/sync/upload-status.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import styles from './home.module.css'
import kept from './upload-line.module.css'

addMessages('uploads', uploads)

type UploadLineProps = {
  /** The last request did not get through, whatever the browser believes. */
  isUnreachable: boolean
}

/** What works without a network, and what has still to go up. As high when it is empty. */
export function UploadLine({ isUnreachable }: UploadLineProps): ReactElement | null {
  const { t } = useTranslation('uploads')
  const packs = useStoredPacks()?.length
  const status = useOutboxStatus()
  const online = useIsOnline() && !isUnreachable
  return (
    <>
      <p role="status" className={styles.uploads}>
        {packs !== undefined && online && <OnDevice packs={packs} />}
        {packs !== undefined && !online && (
          <span className={styles.offline}>
            <Icon name="offline" size={16} />
            {packs > 0 ? t('offline', { packs }) : t('offlineNone')}
          </span>
        )}
        {status !== undefined && status.waiting > 0 && (
          <span className={styles.waiting}>{t('waiting', { records: status.waiting })}</span>
        )}
      </p>
      {status !== undefined && status.refused > 0 && (
        <KeptRecords words={t('refused', { records: status.refused })} refused={status.refused} />
      )}
      {status !== undefined && status.refused === 0 && status.setAside > 0 && (
        <KeptRecords words={t('setAside', { records: status.setAside })} />
      )}
    </>
  )
}

/** Ready is said only when the app's own files were found as well as the packs. */
const OnDevice = ({ packs }: { packs: number }) => {
  const { t } = useTranslation('uploads')
  const shell = useOfflineShell()
  if (packs === 0) return <span>{t('none')}</span>
  if (shell.status === 'whole') return <span className={styles.ready}>{t('ready', { packs })}</span>
  if (shell.status === 'none') return <span>{t('kept', { packs })}</span>
  return <span>{t('preparing', { percent: Math.round(shell.share * 100) })}</span>
}

/** Few students ever need it. */
const RefusedRecords = lazy(() =>
  import('./refused-records.tsx').then(
    (module) => ({ default: module.RefusedRecords }),
    () => ({ default: () => null }),
  ),
)

/** Records that do not go up by themselves, with the way to try again; refused ones can be looked at and mended. */
const KeptRecords = ({ words, refused }: { words: string; refused?: number }) => {
  const { t } = useTranslation('uploads')
  const layer = useAddressLayer('refused')
  const retry = useRetryUploads()
  const [isRetrying, setRetrying] = useState(false)
  const tryAgain = async () => {
    setRetrying(true)
    const outcome = await retry()
    setRetrying(false)
    if (outcome.status === 'later') showToast('warn', t('later'))
  }
  return (
    <div className={kept.kept}>
      <span>{words}</span>
      {refused !== undefined && (
        <Link to={layer.address()} state={layer.state}>
          {t('see')}
        </Link>
      )}
      <Button kind="plain" small busy={isRetrying} onClick={() => void tryAgain()}>
        {t('retry')}
      </Button>
      {refused !== undefined && (
        <Suspense>
          <RefusedRecords total={refused} />
        </Suspense>
      )}
    </div>
  )
}
