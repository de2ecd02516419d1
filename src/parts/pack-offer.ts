import { useTranslation } from 'react-i18next'
import type { PackSummary } from '#contract/packs.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import offer from '#src/i18n/zh-CN/pack-offer.json'

addMessages('pack-offer', offer)

/** What a list says of a pack on its right: the price; to its owner, what is due in it. */
export function usePackOffer() {
  const { t } = useTranslation('pack-offer')
  /** @param owned of a pack that the student has: `due` is undefined while it is not known */
  return (
    { priceCoins }: Pick<PackSummary, 'priceCoins'>,
    owned: { due: number | undefined } | undefined,
  ) => {
    if (owned?.due) return t('due', { cards: formatNumber(owned.due) })
    if (owned) return t('owned')
    return priceCoins === 0 ? t('free') : t('coins', { amount: formatNumber(priceCoins) })
  }
}
