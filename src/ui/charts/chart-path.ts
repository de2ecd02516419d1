export type Point = { x: number; y: number }

const slope = (from: Point, to: Point): number => (to.y - from.y) / (to.x - from.x)

/**
 * A smooth path through points that never swings beyond them (Fritsch and Carlson, 1980): a retention of
 * 100 % must not be drawn as more.
 * @param points by rising x
 */
export function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const slopes = rest.map((point, index) => slope(points[index] ?? first, point))
  const tangents = points.map((_, index) => {
    const before = slopes[index - 1]
    const after = slopes[index]
    if (before === undefined || after === undefined) return before ?? after ?? 0
    if (before * after <= 0) return 0
    // The harmonic mean keeps both neighbours' thirds within the bounds.
    return (2 * before * after) / (before + after)
  })
  const curves = rest.map((point, index) => {
    const from = points[index] ?? first
    const third = (point.x - from.x) / 3
    const one = { x: from.x + third, y: from.y + third * (tangents[index] ?? 0) }
    const two = { x: point.x - third, y: point.y - third * (tangents[index + 1] ?? 0) }
    return `C${place(one)} ${place(two)} ${place(point)}`
  })
  return `M${place(first)}${curves.join('')}`
}

const short = (value: number): string => String(Math.round(value * 100) / 100)
const place = ({ x, y }: Point): string => `${short(x)} ${short(y)}`
