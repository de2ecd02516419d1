import { useState } from 'react'
import { ChartFigure, PickArea, type ChartTable } from './chart-figure.tsx'
import { smoothPath, type Point } from './chart-path.ts'
import styles from './chart.module.css'

type LineChartProps = {
  label: string
  summary: string
  table: ChartTable
  /** Oldest first; null where there is nothing to say, and the line goes on to the next. */
  points: readonly { id: string; value: number | null; spoken: string }[]
  /** The values at the lower and the upper edge. */
  range: readonly [lowest: number, highest: number]
  /** A dashed line to reach. */
  target?: number
  /** Below the first and the last point. */
  axis?: readonly string[]
}

const width = 320
const height = 84
const edge = 6

export function LineChart(props: LineChartProps) {
  const { label, summary, table, points, range, target, axis = [] } = props
  const [picked, setPicked] = useState<number>()
  const [lowest, highest] = range
  const inner = height - 2 * edge
  const yOf = (value: number): number => {
    const share = (Math.min(highest, Math.max(lowest, value)) - lowest) / (highest - lowest)
    return edge + (1 - share) * inner
  }
  // In the middle of its own strip, as a press picks it.
  const xOf = (index: number): number => ((index + 0.5) / points.length) * width
  const known = points.flatMap(({ value }, index): Point[] =>
    value === null ? [] : [{ x: xOf(index), y: yOf(value) }],
  )
  const path = smoothPath(known)
  const [first, last] = [known[0], known.at(-1)]
  const chosen = picked === undefined ? undefined : points[picked]
  return (
    <ChartFigure label={label} summary={summary} table={table} axis={axis} readout={chosen?.spoken}>
      <PickArea
        label={label}
        count={points.length}
        picked={picked}
        spoken={chosen?.spoken}
        onPick={setPicked}
      >
        <svg className={`${styles.plot} mirrored`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {first !== undefined && last !== undefined && (
            <path className={styles.area} d={`${path}L${last.x} ${height}H${first.x}z`} />
          )}
          {target !== undefined && (
            <line className={styles.target} x1="0" x2={width} y1={yOf(target)} y2={yOf(target)} />
          )}
          <path className={styles.line} d={path} />
          {known.length === 1 && first !== undefined && (
            <circle className={styles.point} cx={first.x} cy={first.y} r="4" />
          )}
          {picked !== undefined && chosen !== undefined && chosen.value !== null && (
            <circle className={styles.point} cx={xOf(picked)} cy={yOf(chosen.value)} r="5" />
          )}
        </svg>
      </PickArea>
    </ChartFigure>
  )
}
