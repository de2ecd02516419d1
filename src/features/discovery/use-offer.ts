import { useTranslation } from 'react-i18next'
import type { PackSummary } from '#contract/packs.ts'
import { usePackOffer } from '#src/parts/pack-offer.ts'
import type { useOwnedPacks } from '#src/queries/packs/owned-packs.ts'

export type Owned = ReturnType<typeof useOwnedPacks>

/** How a list shows a pack's rating and price; to its owner neither, but what is to do in it. */
export function useOffer() {
  const { t } = useTranslation('discovery')
  const offer = usePackOffer()
  return (pack: Pick<PackSummary, 'priceCoins' | 'rating'>, owned: ReturnType<Owned['get']>): string =>
    owned || pack.rating === null
      ? offer(pack, owned)
      : `${t('rating', { rating: pack.rating.toFixed(1) })} · ${offer(pack, owned)}`
}
