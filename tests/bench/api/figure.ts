/** One line of docs/benchmarks.md. */
export type Figure = {
  /** Chinese. */
  name: string
  engine: 'PGlite' | 'PostgreSQL'
  measured: string
  /** What it has to keep; absent: for information only. */
  budget?: string
  passed: boolean
}
