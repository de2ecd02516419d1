import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'

type LoadingProps = { label: string; children: ReactNode }

/** Says once that something loads; the bones inside are only to be seen. */
export const Loading = ({ label, children }: LoadingProps) => (
  <div role="status" aria-busy="true">
    <span className="visually-hidden">{label}</span>
    <div aria-hidden="true">{children}</div>
  </div>
)

const times = (count: number, bone: (index: number) => ReactNode) =>
  Array.from({ length: count }, (_, i) => bone(i))

export const TextBones = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles.lines}>
    {times(lines, (index) => (
      <span key={index} className={classNames(styles.bone, styles.line)} />
    ))}
  </div>
)

/** Children of a `BookGrid` or `BookShelf`. */
export const BookBones = ({ count = 3 }: { count?: number }) =>
  times(count, (index) => (
    <li key={index}>
      <span className={classNames(styles.bone, styles.book)} />
      <span className={classNames(styles.bone, styles.caption)} />
    </li>
  ))

export const RowBones = ({ count = 3 }: { count?: number }) =>
  times(count, (index) => (
    <div key={index} className={styles.row}>
      <span className={classNames(styles.bone, styles.thumb)} />
      <TextBones lines={2} />
    </div>
  ))

/** As high as the plan of today. */
export const PlanBone = () => <span className={classNames(styles.bone, styles.plan)} />
