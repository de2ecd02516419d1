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

/** Over the slowest network of a phone it takes a few seconds. */
const smallBytes = 200_000

/** The pack's cover on the colour of its subject, with what is true of it in figures. */
export function PackHeader({ facts }: { facts: PackFacts }) {
  const { t } = useTranslation('packs')
  const { about } = facts
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
        {about !== null && (
          <Link to={teacherPath(about.teacher.id)} className={styles.teacher}>
            {about.teacher.name}
            <Icon name="forward" size={14} />
          </Link>
        )}
        {about !== null && about.rating !== null && (
          <p className={styles.quiet}>
            {t('rated', { rating: about.rating.toFixed(1), count: about.reviewCount })}
          </p>
        )}
        {about !== null && about.learnerCount > 0 && (
          <p className={styles.quiet}>{t('learners', { amount: formatCount(about.learnerCount) })}</p>
        )}
        <div className={styles.pills}>
          <Tag onColor>{t('cards', { count: facts.cardCount })}</Tag>
          {about !== null && (
            <Tag onColor>
              {about.sizeBytes < smallBytes
                ? t('sizeSmall')
                : t('size', { size: formatBytes(about.sizeBytes) })}
            </Tag>
          )}
        </div>
      </div>
    </header>
  )
}
