import { useTranslation } from 'react-i18next'
import { formatNumber, formatShare } from '#src/lib/format-count.ts'
import type { ShelfPack } from './shelf-pack.ts'

/** The line below a book: what is due, else how much is mastered or met, else that it is still new. */
export const usePackCaption = ({
  progress,
  cardCount,
}: Pick<ShelfPack, 'progress' | 'cardCount'>): string => {
  const { t, i18n } = useTranslation('own-packs')
  const amount = (value: number) => formatNumber(value, i18n.language)
  if (progress === undefined || progress.seen === 0) return t('packs.unseen', { cards: amount(cardCount) })
  if (progress.due > 0) return t('packs.due', { cards: amount(progress.due) })
  if (progress.mastered === 0)
    return t('packs.seen', { seen: amount(progress.seen), cards: amount(cardCount) })
  const share = Math.min(1, progress.mastered / Math.max(1, cardCount))
  return t('packs.mastered', { share: formatShare(share, i18n.language) })
}
