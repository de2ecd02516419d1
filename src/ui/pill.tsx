import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './pill.module.css'

type PillProps = { pressed?: boolean; onPress: () => void; children: ReactNode }

/** A filter that is on or off; without `pressed` a short action. */
export const Pill = ({ pressed, onPress, children }: PillProps) => (
  <button type="button" className={styles.pill} aria-pressed={pressed} onClick={onPress}>
    {children}
  </button>
)

type TagProps = { children: ReactNode; onColor?: boolean }

/** A fact in a pill's shape; no control. */
export const Tag = ({ children, onColor }: TagProps) => (
  <span className={classNames(styles.pill, onColor && styles.onColor)}>{children}</span>
)

type PillRowProps = { label: string; children: ReactNode }

/** Pills in one line that scrolls sideways when it must. */
export const PillRow = ({ label, children }: PillRowProps) => (
  <div role="group" aria-label={label} className={styles.row}>
    {children}
  </div>
)
