import { useState } from 'react'
import { ChartFigure, PickArea, type ChartTable } from './chart-figure.tsx'
import styles from './chart.module.css'

type BarChartProps = {
  label: string
  summary: string
  table: ChartTable
  /** `strong`: the one that matters now. `spoken`: the bar in words. */
  bars: readonly { id: string; value: number; spoken: string; strong?: boolean }[]
  /** Below the first and the last bar. */
  axis?: readonly string[]
}

const width = 320
const height = 110
/** Above the highest bar, for its figure. */
const headPx = 14
const gap = 6

/** Flat at the foot, round at the head. */
const barPath = (x: number, wide: number, high: number): string => {
  const round = Math.min(4, wide / 2, high)
  return `M${x} ${height}v${round - high}q0 ${-round} ${round} ${-round}h${wide - 2 * round}q${round} 0 ${round} ${round}v${high - round}z`
}

export function BarChart({ label, summary, table, bars, axis = [] }: BarChartProps) {
  const [picked, setPicked] = useState<number>()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = (width + gap) / Math.max(1, bars.length)
  const spoken = picked === undefined ? undefined : bars[picked]?.spoken
  return (
    <ChartFigure label={label} summary={summary} table={table} axis={axis} readout={spoken}>
      <PickArea label={label} count={bars.length} picked={picked} spoken={spoken} onPick={setPicked}>
        <svg className={`${styles.plot} mirrored`} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <line className={styles.base} x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
          {bars.map(({ id, value, strong }, index) => {
            const high = Math.max(2, (value / most) * (height - headPx))
            return (
              <g key={id}>
                <path
                  className={styles.bar}
                  data-strong={strong || undefined}
                  data-picked={index === picked || undefined}
                  d={barPath(index * step, step - gap, high)}
                />
                {value > 0 && (
                  <text className={styles.value} x={index * step + (step - gap) / 2} y={height - high - 4}>
                    {value}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </PickArea>
    </ChartFigure>
  )
}
