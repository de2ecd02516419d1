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
import { Asked, bothOf } from '#src/parts/asked.tsx'
import { FailureNote } from '#src/parts/failure-note.tsx'
import { useProfile } from '#src/queries/account.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { useIsOnline } from '#src/queries/stored-value.ts'
import { paymentMethodsQuery, productsQuery, useOrderCoins } from '#src/queries/wallet.ts'
import { Button } from '#src/ui/button.tsx'
import { OfflineNotice } from '#src/ui/offline-notice.tsx'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import { Sheet } from '#src/ui/layers/sheet.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import styles from './wallet.module.css'

type RechargePanelProps = {
  isOpen: boolean
  /** Where the student goes on once it is paid; undefined: nowhere in particular. */
  goesOnTo: string | undefined
  onClose: () => void
  onHistory: () => void
}

export function RechargePanel({ isOpen, onClose, ...rest }: RechargePanelProps) {
  const { t } = useTranslation('wallet')
  return (
    <Sheet open={isOpen} onClose={onClose} title={t('recharge.title')} closeLabel={t('close')}>
      <Recharge {...rest} />
    </Sheet>
  )
}

const Recharge = ({ goesOnTo, onHistory }: Pick<RechargePanelProps, 'goesOnTo' | 'onHistory'>) => {
  const { t } = useTranslation('wallet')
  const { api } = useRuntime()
  const { data: profile } = useProfile()
  const products = useQuery(productsQuery(api))
  const methods = useQuery(paymentMethodsQuery(api))
  const online = useIsOnline()
  return (
    <div className={styles.panel}>
      <div className={styles.balance}>
        {profile && <p>{t('recharge.balance', { amount: formatNumber(profile.coins) })}</p>}
        <Button kind="plain" small onClick={onHistory}>
          {t('recharge.history')}
        </Button>
      </div>
      {!online && <OfflineNotice>{t('recharge.needsNetwork')}</OfflineNotice>}
      {methods.data?.length === 0 && <p className={styles.quiet}>{t('recharge.off')}</p>}
      <Asked
        query={bothOf(products, methods)}
        skeleton={
          <div className={styles.coming}>
            <RowsSkeleton count={3} />
          </div>
        }
        failed={t('recharge.failed')}
      >
        {([offered, ways]) =>
          ways.length > 0 && <Choice products={offered} methods={ways} goesOnTo={goesOnTo} />
        }
      </Asked>
    </div>
  )
}

type ChoiceProps = {
  products: readonly Product[]
  methods: readonly CashMethod[]
  goesOnTo: string | undefined
}

const Choice = ({ products, methods, goesOnTo }: ChoiceProps) => {
  const { t } = useTranslation('wallet')
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
    // In place of the panel: one step back from the cashier is the screen below it.
    if (isStillHere()) await navigate(paymentPath(made.id, goesOnTo), { replace: true })
  }
  return (
    <>
      <fieldset className={styles.products}>
        <legend className="visually-hidden">{t('recharge.products')}</legend>
        {products.map(({ id, coins, bonusCoins, priceCents, badge }) => (
          <label key={id} className={styles.product} data-on={id === productId || undefined}>
            <input type="radio" name="product" checked={id === productId} onChange={() => setProductId(id)} />
            {badge !== '' && <span className={styles.badge}>{badge}</span>}
            <span className={styles.coins}>{formatNumber(coins)}</span>
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
      <FailureNote error={order.error} offline={t('recharge.needsNetwork')} />
      <Button wide busy={order.isPending} onClick={() => void buy().catch(() => undefined)}>
        {t('recharge.pay', { amount: formatYuan(product?.priceCents ?? 0) })}
      </Button>
      <p className={styles.quiet}>{t('recharge.minor')}</p>
    </>
  )
}
