import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import styles from './chart.module.css'

/** The same figures as words, for a student who does not see the picture or wants exact figures. */
export type ChartTable = {
  /** Names the button that opens it, and the table. */
  label: string
  columns: readonly string[]
  rows: readonly { id: string; cells: readonly string[] }[]
}

type ChartFigureProps = {
  /** What the chart is about, and its gist in one sentence. */
  label: string
  summary: string
  table: ChartTable
  /** What is said of the part that is picked. */
  readout?: string
  /** The marks below the plot. */
  axis?: readonly string[]
  children: ReactNode
}

/** A drawn chart with its words: a summary to be spoken, and the table behind it. */
export function ChartFigure({ label, summary, table, readout, axis, children }: ChartFigureProps) {
  return (
    <figure className={styles.figure} aria-label={label}>
      <p className="visually-hidden">{summary}</p>
      {children}
      {axis && (
        <div aria-hidden="true" className={styles.axis}>
          {axis.map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      )}
      <div className={styles.foot}>
        <span aria-hidden="true" className={styles.readout}>
          {readout}
        </span>
        <Table {...table} />
      </div>
    </figure>
  )
}

/** Its rows enter the document when they are asked for: a year has many. */
const Table = ({ label, columns, rows }: ChartTable) => {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && (
        // What scrolls must be in reach of the keys: not every browser lets them in by itself.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroller} tabIndex={0} role="group" aria-label={label}>
          <table className={styles.table}>
            <caption className="visually-hidden">{label}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, cells: [first, ...rest] }) => (
                <tr key={id}>
                  <th scope="row">{first}</th>
                  {rest.map((cell, index) => (
                    <td key={columns[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  )
}

type PickAreaProps = {
  label: string
  count: number
  picked: number | undefined
  /** What is said of the part that is picked. */
  spoken: string | undefined
  onPick: (index: number) => void
  children: ReactNode
}

/** A plot of parts side by side: a press picks the part below it, the arrow keys walk as on a slider. */
export function PickArea({ label, count, picked, spoken, onPick, children }: PickAreaProps) {
  const press = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const across = isRtl ? box.right - event.clientX : event.clientX - box.left
    onPick(Math.min(count - 1, Math.max(0, Math.floor((across / box.width) * count))))
  }
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const at = picked ?? 0
    const step = event.key === forward ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    onPick(Math.min(count - 1, Math.max(0, at + step)))
  }
  return (
    <div
      role="slider"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={(picked ?? 0) + 1}
      aria-valuetext={spoken ?? label}
      tabIndex={0}
      className={styles.picture}
      onClick={press}
      onKeyDown={walk}
    >
      {children}
    </div>
  )
}
