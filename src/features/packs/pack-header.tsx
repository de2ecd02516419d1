import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { formatCount } from '#src/lib/format-count.ts'
import { teacherPath } from '#src/lib/paths.ts'
import { BookCover } from '#src/ui/book-cover.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { Tag } from '#src/ui/pill.tsx'
import type { PackFacts } from './pack-facts.ts'
import styles from './pack-header.module.css'

/** The pack's cover on the colour of its subject, with what is true of it in figures. */
export const PackHeader = ({ facts }: { facts: PackFacts }) => {
  const { t, i18n } = useTranslation('packs')
  const { pack } = facts
  return (
    <header
      className={styles.header}
      style={{ '--subject': `var(--c-${facts.subject.id}, var(--c-other))` } as CSSProperties}
    >
      <div className={styles.cover}>
        <BookCover subject={facts.subject.id} label={facts.label} mark={facts.mark} />
      </div>
      <div className={styles.text}>
        <h1 className={styles.title}>{facts.title}</h1>
        {facts.place.length > 0 && <p className={styles.quiet}>{facts.place.join(' · ')}</p>}
        {pack !== null && (
          <Link to={teacherPath(pack.teacher.id)} className={styles.teacher}>
            {pack.teacher.name}
            <Icon name="forward" size={14} />
          </Link>
        )}
        {pack !== null && pack.rating !== null && (
          <p className={styles.quiet}>
            {t('rated', { rating: pack.rating.toFixed(1), count: pack.reviewCount })}
          </p>
        )}
        {pack !== null && pack.learnerCount > 0 && (
          <p className={styles.quiet}>
            {t('learners', { amount: formatCount(pack.learnerCount, i18n.language) })}
          </p>
        )}
        <div className={styles.pills}>
          <Tag onColor>{t('cards', { count: facts.cardCount })}</Tag>
          {pack !== null && (
            <Tag onColor>{t('size', { size: formatBytes(pack.sizeBytes, i18n.language) })}</Tag>
          )}
        </div>
      </div>
    </header>
  )
}
