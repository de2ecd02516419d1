import { useTranslation } from 'react-i18next'
import type { PackSummary } from '#contract/packs.ts'
import { formatNumber } from '#src/lib/format-count.ts'

type Priced = Pick<PackSummary, 'priceCoins' | 'rating'>

/** How a pack's price and rating are told; a pack that nobody rated has no rating. */
export const usePrice = () => {
  const { t, i18n } = useTranslation('discovery')
  const price = ({ priceCoins }: Pick<Priced, 'priceCoins'>): string =>
    priceCoins === 0 ? t('free') : t('coins', { amount: formatNumber(priceCoins, i18n.language) })
  const ratingAndPrice = (pack: Priced): string =>
    pack.rating === null ? price(pack) : `${t('rating', { rating: pack.rating.toFixed(1) })} · ${price(pack)}`
  return { price, ratingAndPrice }
}
