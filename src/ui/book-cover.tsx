import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { RenderLink } from './render-link.ts'
import styles from './book-cover.module.css'

type Book = {
  /** Names the colour token `--c-…`; one without a token gets a neutral cover. */
  subject: string
  /** Short title on the slip, written downwards. */
  label: string
  /** One character in the corner. */
  mark: string
}

/** `thumb` for rows (without a slip), `s` and `l` of fixed width, `m` as wide as its place. */
type BookCoverProps = Book & { size?: 'thumb' | 's' | 'm' | 'l' }

/** Decorative: the title stands beside it as text. */
export function BookCover({ subject, label, mark, size = 'm' }: BookCoverProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.book, styles[size])}
      style={{ '--book': `var(--c-${subject}, var(--c-other))` } as CSSProperties}
    >
      {size !== 'thumb' && (
        <span className={styles.slip}>
          <span className={styles.label}>{label}</span>
        </span>
      )}
      <span className={styles.mark}>{mark}</span>
    </span>
  )
}

type BookTileProps = Book & { title: string; caption: ReactNode; render: RenderLink }

/** A cover with its title and one line below; all of it one link. */
export function BookTile({ title, caption, render, ...book }: BookTileProps) {
  return render({
    className: styles.tile ?? '',
    children: (
      <>
        <BookCover {...book} />
        <span className={styles.title}>{title}</span>
        <span className={styles.caption}>{caption}</span>
      </>
    ),
  })
}
