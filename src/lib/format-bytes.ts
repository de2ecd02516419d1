import { formatNumber } from './format-count.ts'

/** Less than a tenth of a megabyte is shown as that: a smaller unit says nothing to a student. */
const least = 0.1

/** `0.1 MB`, `3.4 MB`, `1.2 GB`: powers of 1000, one decimal. */
export function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  return `${formatNumber(bytes === 0 ? 0 : Math.max(least, bytes / size), 1)} ${unit}`
}
