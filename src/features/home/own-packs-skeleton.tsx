import { useTranslation } from 'react-i18next'
import { BookGrid } from '#src/ui/book-grid.tsx'
import { Section } from '#src/ui/section.tsx'
import { BooksSkeleton } from '#src/ui/skeleton.tsx'
import styles from './home.module.css'

/** The lower half of /home before its chunk is here. */
export function OwnPacksSkeleton() {
  const { t } = useTranslation('home')
  return (
    <Section title={t('packs')}>
      <div className={styles.pillsPlaceholder} />
      <BookGrid>
        <BooksSkeleton count={6} />
      </BookGrid>
    </Section>
  )
}
