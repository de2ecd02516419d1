import { parseArgs } from 'node:util'
import { createPostgresDatabase } from '#tests/support/test-database.ts'
import { createBenchLibrary } from './bench-library.ts'
import { measureClassroom } from './classroom.ts'
import { measureCpuCost } from './cpu-cost.ts'
import type { Figure } from './figure.ts'
import { measureHistory } from './history.ts'
import { pinTo } from './measured-process.ts'
import { pinPostgres } from './postgres-processors.ts'
import { shareOutProcessors } from './processors.ts'
import { measureScaling } from './scaling.ts'
import { printFigures, writeFigures } from './report.ts'

/** `npm run bench:api`: see docs/benchmarks.md. */

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'cpu,scale,history,class' },
    save: { type: 'boolean', default: false },
  },
})
const only = new Set(values.only.split(','))
const scale = values.quick
  ? { amount: 3000, rounds: 3, seconds: 5, answers: 50_000, blocks: 3, callsInBlock: 40 }
  : { amount: 10_000, rounds: 7, seconds: 36, answers: 1_000_000, blocks: 7, callsInBlock: 60 }
const serverUrl = process.env['TEST_DATABASE_URL']
const figures: Figure[] = []
const library = await createBenchLibrary()
const libraryDir = library.folder

/** A database of its own on the PostgreSQL that was started for this run. */
const withDatabase = async (work: (databaseUrl: string) => Promise<Figure[]>): Promise<void> => {
  if (serverUrl === undefined) return
  const { url, drop } = await createPostgresDatabase(serverUrl)
  try {
    record(await work(url))
  } finally {
    await drop()
  }
}

const record = (measured: readonly Figure[]): void => {
  figures.push(...measured)
  printFigures(measured)
}

try {
  if (only.has('cpu')) {
    record(await measureCpuCost({ libraryDir }, scale))
    await withDatabase((databaseUrl) => measureCpuCost({ databaseUrl, libraryDir }, scale))
  }
  if (only.has('scale'))
    await withDatabase(async (databaseUrl) => [
      await measureScaling({ databaseUrl, libraryDir }, scale.seconds),
    ])
  if (only.has('history'))
    await withDatabase((databaseUrl) => measureHistory({ databaseUrl, libraryDir }, scale))
  if (only.has('class')) {
    // Last: from here on server and PostgreSQL have their processors, and this program the others.
    const { server, tablets, isEnough } = shareOutProcessors()
    pinTo(process.pid, tablets)
    record([await measureClassroom({ libraryDir, processors: server }, false)])
    await withDatabase(async (databaseUrl) => {
      await pinPostgres(databaseUrl, server)
      return [await measureClassroom({ databaseUrl, libraryDir, processors: server }, isEnough)]
    })
  }
} finally {
  await library.remove()
}

if (serverUrl === undefined) console.log('这台机器没有 PostgreSQL：它的数字没有测。')
const isWhole = !values.quick && only.size === 4 && serverUrl !== undefined
if (values.save && isWhole) await writeFigures(figures)
if (values.save && !isWhole) console.log('只测了一部分，没有写进 docs/benchmarks.md。')
const failed = figures.filter(({ passed }) => !passed)
console.log(failed.length === 0 ? '全部达到预算。' : `${failed.length} 项没有达到预算。`)
process.exitCode = failed.length === 0 ? 0 : 1
