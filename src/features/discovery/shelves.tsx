import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PackSummary } from '#contract/packs.ts'
import { cardPackPath } from '#src/lib/paths.ts'
import { coverOf } from '#src/parts/pack-cover.ts'
import { PackTile } from '#src/parts/pack-tile.tsx'
import { useOwnedPacks } from '#src/queries/packs/owned-packs.ts'
import { BookCover } from '#src/ui/book-cover.tsx'
import { BookShelf } from '#src/ui/book-grid.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { useOffer } from './use-offer.ts'
import { weeklyShelf } from './weekly-shelf.ts'
import styles from './discovery.module.css'

type Packs = { packs: readonly PackSummary[] }

/** The editors' choice: one wide card each, the next one peeping in. */
export function FeaturedShelf({ packs }: Packs) {
  const { t } = useTranslation('discovery')
  if (packs.length === 0) return null
  return (
    <ul className={styles.featured} aria-label={t('featured')}>
      {packs.map((pack) => (
        <li key={pack.id}>
          <Link to={cardPackPath(pack.id)}>
            <Surface kind="highlight">
              <span className={styles.banner}>
                <BookCover {...coverOf(pack)} size="s" />
                <span className={styles.bannerText}>
                  <Seal text={t('featured')} />
                  <span className={styles.bannerTitle}>{pack.title}</span>
                  <span className={styles.bannerSummary}>{pack.summary}</span>
                </span>
              </span>
            </Surface>
          </Link>
        </li>
      ))}
    </ul>
  )
}

type WeeklyProps = Packs & {
  /** How many of them were studied this week, from the first on; undefined: not known. */
  studied: number | undefined
}

/** What is studied most; while hardly anybody studies, the same shelf says no more than that these are there. */
export function WeeklyShelf({ packs: all, studied }: WeeklyProps) {
  const { t } = useTranslation('discovery')
  const { isByNumbers, packs } = weeklyShelf(all, studied)
  const title = t(isByNumbers ? 'weekly' : 'recommended')
  const offer = useOffer()
  const owned = useOwnedPacks(packs.map(({ id }) => id))
  if (packs.length === 0) return null
  return (
    <Section title={title}>
      <BookShelf label={title}>
        {packs.map((pack) => (
          <li key={pack.id}>
            <PackTile pack={pack} caption={offer(pack, owned.get(pack.id))} />
          </li>
        ))}
      </BookShelf>
    </Section>
  )
}
