import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PackSummary } from '#contract/packs.ts'
import { cardPackPath } from '#src/lib/paths.ts'
import { BookCover, BookShelf, BookTile } from '#src/ui/book-cover.tsx'
import { Seal } from '#src/ui/seal.tsx'
import { Section } from '#src/ui/section.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { usePrice } from './use-price.ts'
import styles from './discovery.module.css'

type Packs = { packs: readonly PackSummary[] }

const coverOf = (pack: PackSummary) => ({
  subject: pack.subject.id,
  label: pack.label,
  mark: pack.subject.name.slice(0, 1),
})

/** The editors' choice: one wide card each, the next one peeping in. */
export const FeaturedShelf = ({ packs }: Packs) => {
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

export const WeeklyShelf = ({ packs }: Packs) => {
  const { t } = useTranslation('discovery')
  const { ratingAndPrice } = usePrice()
  if (packs.length === 0) return null
  return (
    <Section title={t('weekly')}>
      <BookShelf label={t('weekly')}>
        {packs.map((pack) => (
          <li key={pack.id}>
            <BookTile
              {...coverOf(pack)}
              title={pack.title}
              caption={ratingAndPrice(pack)}
              render={(parts) => <Link to={cardPackPath(pack.id)} {...parts} />}
            />
          </li>
        ))}
      </BookShelf>
    </Section>
  )
}
