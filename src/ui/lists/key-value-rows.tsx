import type { ReactNode } from 'react'
import styles from './key-value-rows.module.css'

type KeyValueRowsProps = { rows: readonly { id: string; name: string; value: ReactNode }[] }

/** Facts with their names; inside a `Surface kind="rows"`. */
export function KeyValueRows({ rows }: KeyValueRowsProps) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ id, name, value }) => (
        <div key={id} className={styles.row}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
