export const categories = ['performance', 'accessibility', 'best-practices'] as const
export type Category = (typeof categories)[number]

/** 0 to 100 each, when the largest part of the page stood there, and the audits that took points. */
export type Scores = Record<Category, number> & { largestPaintMs: number; lost: string[] }

export const atLeast: Record<Category, number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
}

/** A stranger decides there whether to stay. */
const largestPaintOfLoginMs = 1800

/** The run in the middle by performance, which alone varies. */
export function medianOf(scores: readonly Scores[]): Scores {
  const middle = scores.toSorted((one, other) => one.performance - other.performance)[scores.length >> 1]
  if (!middle) throw new Error('no run')
  return middle
}

/** @returns what is not reached */
export function belowOf(path: string, scores: Scores): string[] {
  return [
    ...categories.filter((category) => scores[category] < atLeast[category]),
    ...(path === '/login' && scores.largestPaintMs > largestPaintOfLoginMs ? ['largest paint'] : []),
  ]
}
