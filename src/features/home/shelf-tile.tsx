import { useTranslation } from 'react-i18next'
import { formatNumber, formatShare } from '#src/lib/format-count.ts'
import { PackTile } from '#src/parts/pack-tile.tsx'
import type { ShelfPack } from './shelf-pack.ts'

/** A pack of 我的卡包. */
export function ShelfTile({ pack }: { pack: ShelfPack }) {
  return <PackTile pack={pack} caption={useCaption(pack)} />
}

/** The line below a book: what is due, else how much is mastered or met, else that it is still new. */
const useCaption = ({ progress, cardCount }: Pick<ShelfPack, 'progress' | 'cardCount'>): string => {
  const { t } = useTranslation('own-packs')
  if (progress === undefined || progress.seen === 0)
    return t('packs.unseen', { cards: formatNumber(cardCount) })
  if (progress.due > 0) return t('packs.due', { cards: formatNumber(progress.due) })
  if (progress.mastered === 0)
    return t('packs.seen', { seen: formatNumber(progress.seen), cards: formatNumber(cardCount) })
  const share = Math.min(1, progress.mastered / Math.max(1, cardCount))
  return t('packs.mastered', { share: formatShare(share) })
}
