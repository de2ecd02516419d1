import { randomUUID } from 'node:crypto'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from './silent-log.ts'

/**
 * A process that holds a database, for tests that need several or kill one: `database-process [writes]` opens
 * what DATA_DIR or DATABASE_URL says and prints `open`, then, with `writes`, the key of every row whose write
 * was acknowledged, until it is killed or its input ends. A refusal goes to stderr with exit code 1.
 */
const write = async (database: Awaited<ReturnType<typeof openDatabase>>) => {
  for (;;) {
    const key = randomUUID()
    await database.db
      .insertInto('rate_limits')
      .values({ key, window_start: new Date(0), count: 1 })
      .execute()
    process.stdout.write(`${key}\n`)
  }
}

try {
  const database = await openDatabase({
    databaseUrl: process.env['DATABASE_URL'],
    dataDir: process.env['DATA_DIR'] ?? '',
    log: silentLog,
  })
  process.stdout.write('open\n')
  process.stdin.on('end', () => void database.close()).resume()
  if (process.argv[2] === 'writes') await write(database)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
