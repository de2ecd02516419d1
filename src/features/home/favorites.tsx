import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import { formatNumber } from '#src/lib/format-count.ts'
import { useNearEnd } from '#src/lib/near-end.ts'
import { cardPackPath } from '#src/lib/paths.ts'
import { moreStatus } from '#src/queries/endless.ts'
import { messageOf } from '#src/queries/failure.ts'
import { useFavorites } from '#src/queries/packs.ts'
import { BookShelf, BookTile } from '#src/ui/book-cover.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { BookBones, Loading } from '#src/ui/skeleton.tsx'
import styles from './own-packs.module.css'

/** 收藏: one shelf that goes on sideways. */
export const Favorites = () => {
  const { t, i18n } = useTranslation('own-packs')
  const favorites = useFavorites()
  const end = useNearEnd(
    loadMoreThresholdPx,
    moreStatus(favorites) === 'more',
    () => void favorites.fetchNextPage(),
  )
  const { packs } = favorites
  const price = (coins: number) =>
    coins === 0 ? t('favorites.free') : t('favorites.coins', { amount: formatNumber(coins, i18n.language) })

  return (
    <Section title={t('favorites.title')}>
      {packs === undefined && favorites.isError && (
        <ErrorState
          title={t('favorites.failed')}
          reason={messageOf(favorites.error)}
          retryLabel={t('retry')}
          onRetry={() => void favorites.refetch()}
          busy={favorites.isFetching}
        />
      )}
      {packs === undefined && !favorites.isError && (
        <Loading label={t('favorites.loading')}>
          <BookShelf>
            <BookBones count={3} />
          </BookShelf>
        </Loading>
      )}
      {packs?.length === 0 && <p className={styles.hint}>{t('favorites.empty')}</p>}
      {packs !== undefined && packs.length > 0 && (
        <BookShelf label={t('favorites.title')}>
          {packs.map((pack) => (
            <li key={pack.id}>
              <BookTile
                subject={pack.subject.id}
                label={pack.label}
                mark={pack.subject.name.slice(0, 1)}
                title={pack.title}
                caption={price(pack.priceCoins)}
                render={(parts) => <Link to={cardPackPath(pack.id)} {...parts} />}
              />
            </li>
          ))}
          <li ref={end} aria-hidden="true" className={styles.shelfEnd} />
        </BookShelf>
      )}
    </Section>
  )
}
