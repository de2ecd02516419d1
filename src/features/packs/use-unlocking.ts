import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { PaymentMethod } from '#contract/orders.ts'
import { paymentScene } from '#src/device/wechat.ts'
import { useAddressLayer } from '#src/lib/address-layer.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { paymentPath, rechargeToUnlock } from '#src/lib/paths.ts'
import { rememberAddress } from '#src/lib/same-address.ts'
import { tellFailure } from '#src/parts/tell-failure.ts'
import { useProfile } from '#src/queries/account.ts'
import { isFailure } from '#src/queries/failure.ts'
import { useUnlock } from '#src/queries/packs/packs.ts'
import { UnansweredUnlock } from '#src/queries/packs/unlock.ts'
import { useOrderPack } from '#src/queries/wallet.ts'
import { showToast } from '#src/ui/layers/toast-store.ts'
import type { PackFacts } from './pack-facts.ts'
import { unlockDoubt } from './unlock-doubt.ts'

/** The way to a locked pack: free, from the balance, or for money at the cashier. */
export function useUnlocking(facts: PackFacts) {
  const { t } = useTranslation('packs')
  const navigate = useNavigate()
  const asking = useAddressLayer('unlock')
  const recharge = useAddressLayer('recharge')
  const { data: profile, refetch } = useProfile()
  const unlock = useUnlock(facts.pack ?? undefined)
  const order = useOrderPack(facts.id)
  const price = facts.pack?.priceCoins ?? 0
  // A second tap in the same frame still sees the first render, and would close two layers of the address.
  const isBuying = useRef(false)
  /** In place of the question: one step back from the till is the pack. */
  const getCoins = () => recharge.openInstead('unlock', rechargeToUnlock)

  // Awaited here, since the button is gone as soon as the pack is unlocked.
  const spend = async (): Promise<void> => {
    const isStillHere = rememberAddress()
    try {
      await unlock.mutateAsync()
      showToast('success', t('unlock.done'))
      if (asking.value !== null && isStillHere()) asking.close()
    } catch (error) {
      // The balance that was shown was an old one.
      const isPoor = isFailure(error, 'insufficient_balance')
      if (isPoor) void refetch()
      if (isPoor && isStillHere()) getCoins()
      if (price === 0 || isPoor) tellFailure(error, t('unlock.needsNetwork'), unlockDoubt(error, t))
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
  return {
    /** On the button that begins it. */
    label:
      price === 0
        ? t(unlock.error instanceof UnansweredUnlock ? 'retry' : 'unlock.free')
        : t('unlock.for', { amount: formatNumber(price) }),
    isBusy: unlock.isPending,
    /** @param instead the open layer in whose place the question is asked */
    ask: (instead?: string): void => {
      if (unlock.isPending) return
      if (price === 0) return void buy()
      unlock.reset()
      order.reset()
      void refetch()
      if (instead === undefined) asking.open()
      else asking.openInstead(instead)
    },
    /** Of the question. */
    dialog: {
      open: asking.value !== null && !facts.unlocked,
      title: facts.title,
      priceCoins: price,
      coins: profile?.coins,
      errors: { balance: unlock.error, cash: order.error },
      busy: unlock.isPending || order.isPending,
      onConfirm: (method: PaymentMethod) => void buy(method),
      onMissingCoins: getCoins,
      onClose: asking.close,
    },
  }
}
