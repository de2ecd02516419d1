/** The value below which this part of the sample lies: the nearest rank, so always a value that was measured. */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.max(1, Math.ceil(part * sorted.length))
  return sorted[rank - 1] ?? NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** A table for the terminal: the first column to the left, numbers to the right. */
export function textTable(rows: ReadonlyArray<readonly string[]>): string {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ''))),
  )
  return rows
    .map((row) =>
      row
        .map((cell, at) => {
          const gap = ' '.repeat((widths[at] ?? 0) - widthOf(cell))
          return at === 0 ? cell + gap : gap + cell
        })
        .join('  '),
    )
    .join('\n')
}

/** Chinese characters take two places. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((width, char) => width + (/[\u2e80-\uffef]/.test(char) ? 2 : 1), 0)
