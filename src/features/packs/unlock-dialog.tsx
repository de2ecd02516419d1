import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { centsPerCoin, dailyGoalCoins } from '#contract/coin-rules.ts'
import type { PaymentMethod } from '#contract/orders.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { formatYuan } from '#src/lib/format-yuan.ts'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { UnansweredUnlock } from '#src/queries/packs/unlock.ts'
import { paymentMethodsQuery } from '#src/queries/wallet.ts'
import { Dialog } from '#src/ui/layers/dialog.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import { unlockDoubt } from './unlock-doubt.ts'
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
  /** Instead, while the balance is too low. */
  onMissingCoins: () => void
  onClose: () => void
}

/** Asks before coins or money are spent. The server decides: the balance shown may be older than it. */
export function UnlockDialog({
  open,
  title,
  errors,
  busy,
  onConfirm,
  onMissingCoins,
  onClose,
  ...price
}: UnlockDialogProps) {
  const { t } = useTranslation('packs')
  const { api } = useRuntime()
  const online = useIsOnline()
  // What is on is asked for when it matters; until then, and without an answer, there is the balance.
  const { data: cash = [] } = useQuery({ ...paymentMethodsQuery(api), enabled: open })
  const [chosen, setChosen] = useState<PaymentMethod>('balance')
  const method = cash.find((id) => id === chosen) ?? 'balance'
  const error = method === 'balance' ? errors.balance : errors.cash
  const isInDoubt = error instanceof UnansweredUnlock
  const cents = price.priceCoins * centsPerCoin
  const isPoor = method === 'balance' && missingCoins(price) > 0
  const payLabel =
    method === 'balance'
      ? t(isInDoubt ? 'retry' : 'unlock.confirm')
      : t('unlock.pay', { amount: formatYuan(cents) })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('unlock.title', { title })}
      cancelLabel={t('cancel')}
      confirmLabel={isPoor ? t('unlock.getCoins') : payLabel}
      onConfirm={() => (isPoor ? onMissingCoins() : onConfirm(method))}
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
      {!online && !isInDoubt && <OfflineNotice>{t('unlock.needsNetwork')}</OfflineNotice>}
      {(online || isInDoubt) && (
        <FailureNote error={error} offline={t('unlock.needsNetwork')} other={unlockDoubt(error, t)} />
      )}
    </Dialog>
  )
}

const missingCoins = ({ priceCoins, coins }: Pick<UnlockDialogProps, 'priceCoins' | 'coins'>): number =>
  coins === undefined ? 0 : Math.max(0, priceCoins - coins)

const FromBalance = ({ priceCoins, coins }: Pick<UnlockDialogProps, 'priceCoins' | 'coins'>) => {
  const { t } = useTranslation('packs')
  const amount = (value: number) => t('coins', { amount: formatNumber(value) })
  const missing = missingCoins({ priceCoins, coins })
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
      {missing > 0 && (
        <p className={styles.note}>{t('unlock.earn', { days: Math.ceil(missing / dailyGoalCoins) })}</p>
      )}
    </>
  )
}
