import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

type LoadingProps = { label: string; children: ReactNode }

/** Says once that something loads; what is inside is only to be seen. */
export function Loading({ label, children }: LoadingProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

const times = (count: number, placeholder: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, i) => placeholder(i))

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.lines}>
      {times(lines, (index) => (
        <span key={index} className={classNames(styles.placeholder, styles.line)} />
      ))}
    </div>
  )
}

/** Children of a `BookGrid` or `BookShelf`. */
export function BooksSkeleton({ count = 3 }: { count?: number }) {
  return times(count, (index) => (
    <li key={index}>
      <span className={classNames(styles.placeholder, styles.book)} />
      <span className={classNames(styles.placeholder, styles.caption)} />
    </li>
  ))
}

export function RowsSkeleton({ count = 3 }: { count?: number }) {
  return times(count, (index) => (
    <div key={index} className={styles.row}>
      <span className={classNames(styles.placeholder, styles.thumb)} />
      <TextSkeleton lines={2} />
    </div>
  ))
}

/** As high as the plan of today. */
export function PlanSkeleton() {
  return <span className={classNames(styles.placeholder, styles.plan)} />
}

/** As high as a field. */
export function FieldSkeleton() {
  return <span className={classNames(styles.placeholder, styles.field)} />
}

/** The parts of a whole screen, one below the other. */
export function ScreenSkeleton({ children }: { children: ReactNode }) {
  return <div className={styles.screen}>{children}</div>
}
