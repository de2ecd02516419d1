import { useId, type CSSProperties } from 'react'
import { strokeTimes, type Point } from './stroke-timing.ts'
import styles from './stroke-order.module.css'

/** Outlines as SVG path data and the line along the middle of each; 1024 units wide, y upwards from -124. */
export type CharacterStrokes = {
  strokes: readonly string[]
  medians: readonly (readonly Point[])[]
}

/** Of the 1024 units of a character, left free on each side of the box. */
export const boxMargin = 60
const baseline = 900

const lineOf = (median: readonly Point[]): string => `M${median.map(([x, y]) => `${x} ${y}`).join('L')}`

/** The box that children learn to write in: its cross shows where the middle is. */
export function WritingBox() {
  return (
    <svg className={styles.grid} viewBox="0 0 100 100" aria-hidden="true">
      <rect x="0.75" y="0.75" width="98.5" height="98.5" rx="2" />
      <path d="M50 1V99M1 50H99" strokeDasharray="3 3" />
    </svg>
  )
}

/**
 * A character drawn stroke by stroke, each along its middle through a hole of its own shape. With reduced
 * motion all of it stands there, each stroke numbered where it begins.
 */
export function StrokeDrawing({ strokes, label }: { strokes: CharacterStrokes; label: string }) {
  const id = useId()
  const times = strokeTimes(strokes.medians)
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.drawing}
      viewBox={`${-boxMargin} ${-boxMargin} ${1024 + 2 * boxMargin} ${1024 + 2 * boxMargin}`}
    >
      <g transform={`matrix(1 0 0 -1 0 ${baseline})`}>
        {strokes.strokes.map((outline, index) => (
          <path key={outline} d={outline} className={styles.pale} data-stroke={index + 1} />
        ))}
        {strokes.strokes.map((outline, index) => (
          <g
            key={outline}
            style={
              { '--at': `${times[index]?.at}ms`, '--takes': `${times[index]?.takes}ms` } as CSSProperties
            }
          >
            <clipPath id={`${id}${index}`}>
              <path d={outline} />
            </clipPath>
            <path
              d={lineOf(strokes.medians[index] ?? [])}
              clipPath={`url(#${id}${index})`}
              pathLength={1}
              className={styles.moving}
            />
            <path d={outline} className={styles.written} />
          </g>
        ))}
      </g>
      <g className={styles.numbers} aria-hidden="true">
        {strokes.medians.map(([start], index) => (
          <g key={String(start)} transform={`translate(${start?.[0] ?? 0} ${baseline - (start?.[1] ?? 0)})`}>
            <circle r="44" />
            <text dy="0.36em">{index + 1}</text>
          </g>
        ))}
      </g>
    </svg>
  )
}
