import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { PaymentMethod } from '#contract/orders.ts'
import { paymentScene } from '#src/device/wechat.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { paymentPath } from '#src/lib/paths.ts'
import { rememberAddress } from '#src/lib/same-address.ts'
import { useProfile } from '#src/queries/account.ts'
import { isFailure, isOffline } from '#src/queries/failure.ts'
import { useUnlock } from '#src/queries/packs.ts'
import { tellFailure } from '#src/queries/tell-failure.ts'
import { useOrderPack } from '#src/queries/wallet.ts'
import { Button } from '#src/ui/button.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import type { PackFacts } from './pack-facts.ts'
import { UnlockDialog } from './unlock-dialog.tsx'
import styles from './pack-actions.module.css'

/** The way to a locked pack: free, from the balance, or for money at the cashier. */
export const Unlock = ({ facts }: { facts: PackFacts }) => {
  const { t, i18n } = useTranslation('packs')
  const navigate = useNavigate()
  const asking = useAddressLayer('unlock')
  const recharge = useAddressLayer('recharge')
  const { data: profile, refetch } = useProfile()
  const unlock = useUnlock(facts.pack ?? undefined)
  const order = useOrderPack(facts.id)
  const price = facts.pack?.priceCoins ?? 0
  // A second tap in the same frame still sees the first render, and would close two layers of the address.
  const isBuying = useRef(false)

  // Awaited here, since this component is gone as soon as the pack is unlocked.
  const spend = async (): Promise<void> => {
    const isStillHere = rememberAddress()
    try {
      await unlock.mutateAsync()
      showToast('success', t('unlock.done'))
      if (asking.value !== null && isStillHere()) asking.close()
    } catch (error) {
      // The question stays below: with the new coins it can be answered at once.
      if (isFailure(error, 'insufficient_balance') && isStillHere()) recharge.open()
      if (price !== 0) return
      if (isOffline(error)) showToast('warn', t('unlock.needsNetwork'))
      else tellFailure(error, showToast)
    }
  }
  const pay = async (method: Exclude<PaymentMethod, 'balance'>): Promise<void> => {
    const isStillHere = rememberAddress()
    const reply = await order
      .mutateAsync({ paymentMethod: method, scene: paymentScene() })
      // Shown in the question.
      .catch(() => undefined)
    if (!isStillHere()) return
    // In place of the question: one step back from the cashier is the pack.
    if (reply?.order) await navigate(paymentPath(reply.order.id), { replace: true })
    else if (reply?.unlockedAt) asking.close()
  }
  const buy = async (method: PaymentMethod = 'balance'): Promise<void> => {
    if (isBuying.current) return
    isBuying.current = true
    await (method === 'balance' ? spend() : pay(method)).finally(() => (isBuying.current = false))
  }
  const ask = () => {
    if (unlock.isPending) return
    if (price === 0) return void buy()
    unlock.reset()
    order.reset()
    void refetch()
    asking.open()
  }
  return (
    <>
      <div className={styles.main}>
        <Button wide busy={unlock.isPending} onClick={ask}>
          {price === 0 ? t('unlock.free') : t('unlock.for', { amount: formatNumber(price, i18n.language) })}
        </Button>
      </div>
      <UnlockDialog
        open={asking.value !== null}
        title={facts.title}
        priceCoins={price}
        coins={profile?.coins}
        errors={{ balance: unlock.error, cash: order.error }}
        busy={unlock.isPending || order.isPending}
        onConfirm={(method) => void buy(method)}
        onClose={asking.close}
      />
    </>
  )
}
