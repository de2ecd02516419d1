import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PackSummary } from '#contract/packs.ts'
import { cardPackPath } from '#src/lib/paths.ts'
import { BookCover } from '#src/ui/book-cover.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { usePrice } from './use-price.ts'
import styles from './discovery.module.css'

type PackRowProps = {
  pack: PackSummary
  onOpen?: () => void
}

/** A pack in a list: cover, title, what it is about, price. */
export const PackRow = ({ pack, onOpen }: PackRowProps) => {
  const { t } = useTranslation('discovery')
  const { ratingAndPrice } = usePrice()
  return (
    <ListRow
      strong
      leading={
        <BookCover
          size="thumb"
          subject={pack.subject.id}
          label={pack.label}
          mark={pack.subject.name.slice(0, 1)}
        />
      }
      title={pack.title}
      note={
        <span className={styles.oneLine}>
          {t('packNote', {
            point: pack.knowledgePoint.name,
            cards: pack.cardCount,
            teacher: pack.teacher.name,
          })}
        </span>
      }
      trailing={ratingAndPrice(pack)}
      renderLink={(parts) => <Link to={cardPackPath(pack.id)} onClick={onOpen} {...parts} />}
    />
  )
}
