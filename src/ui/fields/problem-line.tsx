import type { ReactNode } from 'react'
import styles from '../state.module.css'

type ProblemLineProps = { tone?: 'warn' | 'error' | 'info'; children: ReactNode }

/** One line under what it is about: what went wrong, or, as `info`, what to know. */
export function ProblemLine({ tone = 'error', children }: ProblemLineProps) {
  return (
    <p role={tone === 'info' ? 'status' : 'alert'} className={styles.problem} data-tone={tone}>
      {children}
    </p>
  )
}
