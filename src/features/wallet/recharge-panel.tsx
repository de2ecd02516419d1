import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { CashMethod } from '#contract/orders.ts'
import type { Product } from '#contract/wallet.ts'
import { paymentScene } from '#src/device/wechat.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { formatYuan } from '#src/lib/format-yuan.ts'
import { paymentPath } from '#src/lib/paths.ts'
import { rememberAddress } from '#src/lib/same-address.ts'
import { useProfile } from '#src/queries/account.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { paymentMethodsQuery, productsQuery, useOrderCoins } from '#src/queries/wallet.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import styles from './wallet.module.css'

type RechargePanelProps = { isOpen: boolean; onClose: () => void; onHistory: () => void }

export const RechargePanel = ({ isOpen, onClose, onHistory }: RechargePanelProps) => {
  const { t } = useTranslation('wallet')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('recharge.title')} closeLabel={t('close')}>
      <Recharge onHistory={onHistory} />
    </Sheet>
  )
}

const Recharge = ({ onHistory }: { onHistory: () => void }) => {
  const { t, i18n } = useTranslation('wallet')
  const { api } = useRuntime()
  const { data: profile } = useProfile()
  const products = useQuery(productsQuery(api))
  const methods = useQuery(paymentMethodsQuery(api))
  const online = useIsOnline()
  return (
    <div className={styles.panel}>
      <div className={styles.balance}>
        {profile && <p>{t('recharge.balance', { amount: formatNumber(profile.coins, i18n.language) })}</p>}
        <Button kind="plain" small onClick={onHistory}>
          {t('recharge.history')}
        </Button>
      </div>
      {!online && <OfflineNotice>{t('recharge.needsNetwork')}</OfflineNotice>}
      {methods.data?.length === 0 && <p className={styles.quiet}>{t('recharge.off')}</p>}
      {products.data && methods.data && methods.data.length > 0 && (
        <Choice products={products.data} methods={methods.data} />
      )}
      {(products.data === undefined || methods.data === undefined) &&
        (products.error === null && methods.error === null ? (
          <div className={styles.coming}>
            <Loading label={t('loading')}>
              <RowBones count={3} />
            </Loading>
          </div>
        ) : (
          <ErrorState
            title={t('recharge.failed')}
            reason={messageOf(products.error ?? methods.error)}
            retryLabel={t('retry')}
            onRetry={() => {
              void products.refetch()
              void methods.refetch()
            }}
            busy={products.isFetching || methods.isFetching}
          />
        ))}
    </div>
  )
}

type ChoiceProps = { products: readonly Product[]; methods: readonly CashMethod[] }

const Choice = ({ products, methods }: ChoiceProps) => {
  const { t, i18n } = useTranslation('wallet')
  const navigate = useNavigate()
  const order = useOrderCoins()
  const [productId, setProductId] = useState(products[1]?.id ?? products[0]?.id)
  const [method, setMethod] = useState(methods[0]!)
  const product = products.find(({ id }) => id === productId)
  const buy = async (): Promise<void> => {
    if (product === undefined) return
    const isStillHere = rememberAddress()
    const made = await order.mutateAsync({
      productId: product.id,
      paymentMethod: method,
      scene: paymentScene(),
    })
    if (isStillHere()) await navigate(paymentPath(made.id))
  }
  return (
    <>
      <fieldset className={styles.products}>
        <legend className="visually-hidden">{t('recharge.products')}</legend>
        {products.map(({ id, coins, bonusCoins, priceCents, badge }) => (
          <label key={id} className={styles.product} data-on={id === productId || undefined}>
            <input type="radio" name="product" checked={id === productId} onChange={() => setProductId(id)} />
            {badge !== '' && <span className={styles.badge}>{badge}</span>}
            <span className={styles.coins}>{formatNumber(coins, i18n.language)}</span>
            {bonusCoins > 0 && (
              <span className={styles.gift}>{t('recharge.gift', { amount: bonusCoins })}</span>
            )}
            <span className={styles.price}>{t('recharge.yuan', { amount: formatYuan(priceCents) })}</span>
          </label>
        ))}
      </fieldset>
      {methods.length > 1 && (
        <SegmentedControl
          wide
          label={t('recharge.methods')}
          options={methods.map((id) => ({ id, label: t(`recharge.method.${id}`) }))}
          value={method}
          onChange={setMethod}
        />
      )}
      {order.error !== null && (
        <p role="alert" className={styles.problem}>
          {isOffline(order.error) ? t('recharge.needsNetwork') : messageOf(order.error)}
        </p>
      )}
      <Button wide busy={order.isPending} onClick={() => void buy().catch(() => undefined)}>
        {t('recharge.pay', { amount: formatYuan(product?.priceCents ?? 0) })}
      </Button>
      <p className={styles.quiet}>{t('recharge.minor')}</p>
    </>
  )
}
