import { useTranslation } from 'react-i18next'
import { BookGrid } from '#src/ui/book-cover.tsx'
import { Section } from '#src/ui/section.tsx'
import { BookBones } from '#src/ui/skeleton.tsx'
import styles from './home.module.css'

/** The lower half of /home before its chunk is here. */
export const OwnPacksBones = () => {
  const { t } = useTranslation('home')
  return (
    <Section title={t('packs')}>
      <div className={styles.pillsBone} />
      <BookGrid>
        <BookBones count={6} />
      </BookGrid>
    </Section>
  )
}
