import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { defaultLocale } from '#contract/constants.ts'
import { openWechatCashier } from '#src/device/wechat.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import wallet from '#src/i18n/zh-CN/wallet.json'
import { formatYuan } from '#src/lib/format-yuan.ts'
import { useGoBack } from '#src/lib/go-back.ts'
import { cardPackPath, patterns } from '#src/lib/paths.ts'
import { returnPath } from '#src/lib/return-path.ts'
import { useSessionState } from '#src/queries/session/session-state.ts'
import { Asked } from '#src/parts/asked.tsx'
import { StaleNotice } from '#src/parts/stale-notice.tsx'
import { tellFailure } from '#src/parts/tell-failure.ts'
import {
  useCloseOrder,
  useDownloadBought,
  useOrder,
  useSandboxResult,
  type OrderWithPayment,
} from '#src/queries/wallet.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { KeyValueRows } from '#src/ui/lists/key-value-rows.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { QrCode } from '#src/ui/qr-code.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { orderState } from './order-state.ts'
import styles from './wallet.module.css'

addMessages('wallet', wallet)

/** /payment?order=…: an order's state; public, and it names no student. */
export function PaymentScreen() {
  const { t } = useTranslation('wallet')
  const { t: shell } = useTranslation()
  const [params] = useSearchParams()
  const orderId = params.get('order') ?? ''
  const query = useOrder(orderId)
  return (
    <>
      <TopBar title={t('payment.title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.home)} />
      {orderId === '' ? (
        <NoOrder />
      ) : (
        <Asked
          query={query}
          skeleton={<RowsSkeleton count={4} />}
          failed={t('payment.failedTitle')}
          missing={<NoOrder />}
        >
          {(order) => (
            <>
              <StaleNotice error={query.error} offline={t('payment.offline')} />
              <OrderView order={order} />
            </>
          )}
        </Asked>
      )}
    </>
  )
}

const NoOrder = () => {
  const { t } = useTranslation('wallet')
  return (
    <EmptyState
      icon={<MoreIcon name="document" size={32} />}
      title={t('payment.none')}
      reason={t('payment.noneReason')}
      action={<BackToApp />}
    />
  )
}

const BackToApp = () => {
  const { t } = useTranslation('wallet')
  return (
    <ButtonLink kind="secondary" render={(parts) => <Link to={patterns.home} replace {...parts} />}>
      {t('payment.backToApp')}
    </ButtonLink>
  )
}

/** Back to the pack that coins were missing for, with its question open. */
const BackToUnlock = ({ from, isPaid }: { from: string; isPaid: boolean }) => {
  const { t } = useTranslation('wallet')
  const to = returnPath(from, location.origin)
  // Below the first entry of the history there is no pack to go back to.
  const isFirst = (history.state as { idx?: number } | null)?.idx === 0
  return (
    <ButtonLink
      wide={isPaid}
      kind={isPaid ? 'primary' : 'secondary'}
      render={(parts) => <Link to={to} replace state={isFirst ? null : { layer: 'unlock' }} {...parts} />}
    >
      {t(isPaid ? 'payment.goOnUnlocking' : 'payment.backToPack')}
    </ButtonLink>
  )
}

const OrderView = ({ order }: { order: OrderWithPayment }) => {
  const { t } = useTranslation('wallet')
  const time = new Intl.DateTimeFormat(defaultLocale, { timeStyle: 'short' })
  const state = orderState(order)
  const reason =
    state === 'paid'
      ? order.packId === null
        ? t('payment.reason.paidCoins', { coins: order.coins })
        : t('payment.reason.paidPack')
      : t(`payment.reason.${state}`, { time: time.format(new Date(order.expiresAt)) })
  return (
    <div className={styles.order}>
      <div className={styles.state}>
        {order.status === 'paid' ? (
          <Seal text={t('payment.status.paid').slice(-2)} large />
        ) : (
          <p className={styles.sum}>{t('recharge.yuan', { amount: formatYuan(order.priceCents) })}</p>
        )}
        <h2>{t(`payment.status.${state}`)}</h2>
        <p className={styles.quiet}>{reason}</p>
      </div>
      <Surface kind="rows">
        <KeyValueRows
          rows={[
            { id: 'what', name: t('payment.what'), value: order.title },
            {
              id: 'amount',
              name: t('payment.amount'),
              value: t('recharge.yuan', { amount: formatYuan(order.priceCents) }),
            },
            { id: 'method', name: t('payment.method'), value: t(`recharge.method.${order.paymentMethod}`) },
            { id: 'number', name: t('payment.number'), value: <code>{order.id.slice(0, 8)}</code> },
          ]}
        />
      </Surface>
      {order.status === 'pending' ? <Cashier order={order} /> : <Afterwards order={order} />}
    </div>
  )
}

const Afterwards = ({ order }: { order: OrderWithPayment }) => {
  const { t } = useTranslation('wallet')
  const download = useDownloadBought()
  const { packId } = order
  const isSignedIn = useSessionState().status === 'signed-in'
  const [params] = useSearchParams()
  const from = params.get('from')
  if (packId === null && from !== null && isSignedIn) {
    return <BackToUnlock from={from} isPaid={order.status === 'paid'} />
  }
  if (packId === null || !isSignedIn) return <BackToApp />
  if (order.status !== 'paid') {
    return (
      <ButtonLink kind="secondary" render={(parts) => <Link to={cardPackPath(packId)} replace {...parts} />}>
        {t('payment.backToPack')}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      wide
      render={(parts) => (
        <Link
          to={cardPackPath(packId)}
          replace
          onClick={() => void download(packId).catch(() => undefined)}
          {...parts}
        />
      )}
    >
      {t('payment.openPack')}
    </ButtonLink>
  )
}

const Cashier = ({ order }: { order: OrderWithPayment }) => {
  const { t } = useTranslation('wallet')
  const close = useCloseOrder(order.id)
  const isSignedIn = useSessionState().status === 'signed-in'
  return (
    <>
      {order.paymentMethod === 'sandbox' ? (
        <SandboxCashier orderId={order.id} />
      ) : (
        <WechatCashier order={order} />
      )}
      {isSignedIn && (
        <Button
          kind="plain"
          wide
          busy={close.isPending}
          onClick={() => close.mutate(undefined, { onError: (error) => tellFailure(error) })}
        >
          {t('payment.giveUp')}
        </Button>
      )}
    </>
  )
}

const SandboxCashier = ({ orderId }: { orderId: string }) => {
  const { t } = useTranslation('wallet')
  const success = useSandboxResult(orderId, 'success')
  const failure = useSandboxResult(orderId, 'failure')
  const tell = { onError: (error: unknown) => tellFailure(error) }
  return (
    <>
      <p className={styles.sandbox}>{t('payment.sandbox')}</p>
      <Button wide busy={success.isPending} onClick={() => success.mutate(undefined, tell)}>
        {t('payment.confirm')}
      </Button>
      <Button kind="secondary" wide busy={failure.isPending} onClick={() => failure.mutate(undefined, tell)}>
        {t('payment.refuse')}
      </Button>
    </>
  )
}

const WechatCashier = ({ order }: { order: OrderWithPayment }) => {
  const { t } = useTranslation('wallet')
  const { pay } = order
  // Once for an order: the page asks repeatedly, and each reply brings new parameters.
  const opened = useRef('')
  useEffect(() => {
    if (pay?.kind !== 'jsapi' || opened.current === order.id) return
    opened.current = order.id
    void openWechatCashier(pay.params)
  }, [order.id, pay])
  return (
    <div className={styles.cashier}>
      {pay?.kind === 'qr' && <QrCode text={pay.codeUrl} label={t('payment.scan')} />}
      {pay?.kind === 'qr' && <p>{t('payment.scan')}</p>}
      {pay?.kind === 'redirect' && (
        <ButtonLink
          wide
          render={({ children, ...parts }) => (
            // WeChat Pay asks where its visitors come from; the site's own policy sends no referrer.
            <a href={pay.url} referrerPolicy="strict-origin" {...parts}>
              {children}
            </a>
          )}
        >
          {t('payment.openWechat')}
        </ButtonLink>
      )}
      {pay?.kind === 'jsapi' && (
        <Button wide onClick={() => void openWechatCashier(pay.params)}>
          {t('payment.openWechat')}
        </Button>
      )}
      <p role="status" className={styles.quiet}>
        {t(pay === null ? 'payment.noWay' : 'payment.checking')}
      </p>
    </div>
  )
}
