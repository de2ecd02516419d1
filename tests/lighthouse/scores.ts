export const categories = ['performance', 'accessibility', 'best-practices'] as const
export type Category = (typeof categories)[number]

/** 0 to 100 each, and the audits that took points. */
export type Scores = Record<Category, number> & { lost: string[] }

export const atLeast: Record<Category, number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
}

/** The run in the middle by performance, which alone varies. */
export const medianOf = (scores: readonly Scores[]): Scores => {
  const middle = scores.toSorted((one, other) => one.performance - other.performance)[scores.length >> 1]
  if (!middle) throw new Error('no run')
  return middle
}

export const belowOf = (scores: Scores): Category[] =>
  categories.filter((category) => scores[category] < atLeast[category])
