import type { ReactNode } from 'react'
import styles from './book-grid.module.css'

type ListProps = { label?: string; children: ReactNode }

/** Tiles in rows; wrap each in `<li>`. */
export function BookGrid({ label, children }: ListProps) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {children}
    </ul>
  )
}

/** Tiles in one line that scrolls sideways; wrap each in `<li>`. */
export function BookShelf({ label, children }: ListProps) {
  return (
    <ul className={styles.shelf} aria-label={label}>
      {children}
    </ul>
  )
}
