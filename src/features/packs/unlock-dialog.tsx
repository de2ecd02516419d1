import { useTranslation } from 'react-i18next'
import { formatNumber } from '#src/lib/format-count.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import styles from './unlock-dialog.module.css'

type UnlockDialogProps = {
  open: boolean
  title: string
  priceCoins: number
  /** The balance as last heard; undefined while unknown. */
  coins: number | undefined
  /** Why the last try failed. */
  error: Error | null
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before coins are spent. The server decides: the balance shown may be older than it. */
export const UnlockDialog = ({
  open,
  title,
  priceCoins,
  coins,
  error,
  busy,
  onConfirm,
  onClose,
}: UnlockDialogProps) => {
  const { t, i18n } = useTranslation('packs')
  const online = useIsOnline()
  const amount = (value: number) => t('coins', { amount: formatNumber(value, i18n.language) })
  const missing = coins === undefined ? 0 : Math.max(0, priceCoins - coins)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('unlock.title', { title })}
      cancelLabel={t('cancel')}
      confirmLabel={t('unlock.confirm')}
      onConfirm={onConfirm}
      busy={busy}
    >
      <dl className={styles.figures}>
        <dt>{t('unlock.price')}</dt>
        <dd>{amount(priceCoins)}</dd>
        {coins !== undefined && (
          <>
            <dt>{t('unlock.before')}</dt>
            <dd>{amount(coins)}</dd>
            <dt>{missing > 0 ? t('unlock.missing') : t('unlock.after')}</dt>
            <dd className={missing > 0 ? styles.missing : undefined}>
              {amount(missing > 0 ? missing : coins - priceCoins)}
            </dd>
          </>
        )}
      </dl>
      {missing > 0 && <p className={styles.note}>{t('unlock.earn')}</p>}
      {!online && <OfflineNotice>{t('unlock.needsNetwork')}</OfflineNotice>}
      {error !== null && online && (
        <p role="alert" className={styles.problem}>
          {isOffline(error) ? t('unlock.needsNetwork') : messageOf(error)}
        </p>
      )}
    </Dialog>
  )
}
