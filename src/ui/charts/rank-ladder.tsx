import type { ReactNode } from 'react'
import styles from './rank-ladder.module.css'

type RankLadderProps = {
  label: string
  /** Lowest first. */
  ranks: readonly {
    id: string
    /** One to three characters, printed as a seal. */
    name: string
    title: string
    note: string
    state: 'done' | 'current' | 'ahead'
    /** How far to the next, under the current one. */
    progress?: ReactNode
  }[]
}

/** The ranks, and how far one has climbed. */
export function RankLadder({ label, ranks }: RankLadderProps) {
  return (
    <ol aria-label={label}>
      {ranks.map(({ id, name, title, note, state, progress }) => (
        <li
          key={id}
          className={styles.rank}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span aria-hidden="true" className={styles.mark}>
            <span className={styles.print}>
              <span>{name}</span>
            </span>
          </span>
          <div className={styles.text}>
            <span className={styles.name}>{title}</span>
            <span className={styles.note}>{note}</span>
            {progress !== undefined && <div className={styles.progress}>{progress}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
