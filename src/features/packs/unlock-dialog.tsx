import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { centsPerCoin } from '#contract/coin-rules.ts'
import type { PaymentMethod } from '#contract/orders.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { formatYuan } from '#src/lib/format-yuan.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { paymentMethodsQuery } from '#src/queries/wallet.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import styles from './unlock-dialog.module.css'

type UnlockDialogProps = {
  open: boolean
  title: string
  priceCoins: number
  /** The balance as last heard; undefined while unknown. */
  coins: number | undefined
  /** Why the last try failed, from the balance and at the cashier. */
  errors: { balance: Error | null; cash: Error | null }
  busy: boolean
  onConfirm: (method: PaymentMethod) => void
  onClose: () => void
}

/** Asks before coins or money are spent. The server decides: the balance shown may be older than it. */
export const UnlockDialog = ({
  open,
  title,
  errors,
  busy,
  onConfirm,
  onClose,
  ...price
}: UnlockDialogProps) => {
  const { t } = useTranslation('packs')
  const { api } = useRuntime()
  const online = useIsOnline()
  // What is on is asked for when it matters; until then, and without an answer, there is the balance.
  const { data: cash = [] } = useQuery({ ...paymentMethodsQuery(api), enabled: open })
  const [chosen, setChosen] = useState<PaymentMethod>('balance')
  const method = cash.find((id) => id === chosen) ?? 'balance'
  const error = method === 'balance' ? errors.balance : errors.cash
  const cents = price.priceCoins * centsPerCoin
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('unlock.title', { title })}
      cancelLabel={t('cancel')}
      confirmLabel={
        method === 'balance' ? t('unlock.confirm') : t('unlock.pay', { amount: formatYuan(cents) })
      }
      onConfirm={() => onConfirm(method)}
      busy={busy}
    >
      {cash.length > 0 && (
        <div className={styles.methods}>
          <SegmentedControl
            wide
            label={t('unlock.methods')}
            options={(['balance', ...cash] as const).map((id) => ({ id, label: t(`unlock.method.${id}`) }))}
            value={method}
            onChange={setChosen}
          />
        </div>
      )}
      {method === 'balance' ? (
        <FromBalance {...price} />
      ) : (
        <dl className={styles.figures}>
          <dt>{t('unlock.sum')}</dt>
          <dd>{t('unlock.yuan', { amount: formatYuan(cents) })}</dd>
        </dl>
      )}
      {!online && <OfflineNotice>{t('unlock.needsNetwork')}</OfflineNotice>}
      {error !== null && online && (
        <p role="alert" className={styles.problem}>
          {isOffline(error) ? t('unlock.needsNetwork') : messageOf(error)}
        </p>
      )}
    </Dialog>
  )
}

const FromBalance = ({ priceCoins, coins }: Pick<UnlockDialogProps, 'priceCoins' | 'coins'>) => {
  const { t, i18n } = useTranslation('packs')
  const amount = (value: number) => t('coins', { amount: formatNumber(value, i18n.language) })
  const missing = coins === undefined ? 0 : Math.max(0, priceCoins - coins)
  return (
    <>
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
    </>
  )
}
