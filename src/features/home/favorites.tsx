import { useTranslation } from 'react-i18next'
import { loadMoreThresholdPx } from '#contract/constants.ts'
import { useNearEnd } from '#src/lib/near-end.ts'
import { Asked } from '#src/parts/asked.tsx'
import { usePackOffer } from '#src/parts/pack-offer.ts'
import { PackTile } from '#src/parts/pack-tile.tsx'
import { moreStatus } from '#src/queries/endless.ts'
import { useOwnedPacks } from '#src/queries/packs/owned-packs.ts'
import { useFavorites } from '#src/queries/packs/packs.ts'
import { BookShelf } from '#src/ui/book-grid.tsx'
import { Section } from '#src/ui/section.tsx'
import { BooksSkeleton } from '#src/ui/skeleton.tsx'
import styles from './own-packs.module.css'

/** 收藏: one shelf that goes on sideways. */
export function Favorites() {
  const { t } = useTranslation('own-packs')
  const favorites = useFavorites()
  const end = useNearEnd(
    loadMoreThresholdPx,
    moreStatus(favorites) === 'more',
    () => void favorites.fetchNextPage(),
  )
  const offer = usePackOffer()
  const owned = useOwnedPacks(favorites.packs?.map(({ id }) => id) ?? [])

  return (
    <Section title={t('favorites.title')}>
      <Asked
        query={{ ...favorites, data: favorites.packs }}
        skeleton={
          <BookShelf>
            <BooksSkeleton count={3} />
          </BookShelf>
        }
        loadingLabel={t('favorites.loading')}
        failed={t('favorites.failed')}
      >
        {(packs) =>
          packs.length === 0 ? (
            <p className={styles.hint}>{t('favorites.empty')}</p>
          ) : (
            <BookShelf label={t('favorites.title')}>
              {packs.map((pack) => (
                <li key={pack.id}>
                  <PackTile pack={pack} caption={offer(pack, owned.get(pack.id))} />
                </li>
              ))}
              <li ref={end} aria-hidden="true" className={styles.shelfEnd} />
            </BookShelf>
          )
        }
      </Asked>
    </Section>
  )
}
