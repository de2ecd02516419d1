import { BookShelf } from '#src/ui/book-grid.tsx'
import { BooksSkeleton, RowsSkeleton, TextSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import styles from './discovery.module.css'

/** The shelves before they are read: as high as they will be. */
export function ShelvesSkeleton() {
  return (
    <>
      <ul className={styles.featured}>
        <li>
          <Surface kind="highlight">
            <div className={styles.bannerPlaceholder}>
              <TextSkeleton lines={3} />
            </div>
          </Surface>
        </li>
      </ul>
      <div className={styles.headPlaceholder} />
      <BookShelf>
        <BooksSkeleton count={4} />
      </BookShelf>
      <div className={styles.headPlaceholder} />
      <Surface kind="rows">
        <RowsSkeleton count={5} />
      </Surface>
    </>
  )
}
