import { useTranslation } from 'react-i18next'
import { BookShelf } from '#src/ui/book-cover.tsx'
import { BookBones, Loading, RowBones, TextBones } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import styles from './discovery.module.css'

/** The shelves before they are read: as high as they will be. */
export const ShelfBones = () => {
  const { t } = useTranslation('discovery')
  return (
    <Loading label={t('loading')}>
      <ul className={styles.featured}>
        <li>
          <Surface kind="highlight">
            <div className={styles.bannerBone}>
              <TextBones lines={3} />
            </div>
          </Surface>
        </li>
      </ul>
      <div className={styles.headBone} />
      <BookShelf>
        <BookBones count={4} />
      </BookShelf>
      <div className={styles.headBone} />
      <Surface kind="rows">
        <RowBones count={5} />
      </Surface>
    </Loading>
  )
}
