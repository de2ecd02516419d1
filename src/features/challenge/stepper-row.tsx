import type { ReactNode } from 'react'
import styles from './challenge-config.module.css'

type StepperRowProps = { label: string; note?: string; children: ReactNode }

/** A number with what it means beside it; the stepper itself carries the name. */
export function StepperRow({ label, note, children }: StepperRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <p aria-hidden>{label}</p>
        {note !== undefined && <p className={styles.quiet}>{note}</p>}
      </div>
      <div className={styles.stepper}>{children}</div>
    </div>
  )
}
