import { sql } from 'kysely'
import type { Database, DatabaseLog } from './database.ts'
import { every as onTimer, type Every } from '#server/lib/every.ts'
import { vacuumAnalyze } from './vacuum.ts'

/**
 * Does for the embedded engine what a PostgreSQL server's background processes do. Without it, measured,
 * 120 updates of all its rows grew a table from 6 to 781 MB and the log to 1.2 GB.
 */

const tickMs = 30_000
const checkpointEveryMs = 5 * 60_000
const maxLogBytes = 64 * 1024 * 1024
/** A checkpoint itself writes less than this. */
const idleLogBytes = 512
const hourMs = 3_600_000

export type Housekeeping = {
  /** What each tick does. Resolves when it is done; failures are logged, the next tick tries again. */
  tick: () => Promise<void>
  /** Ends the ticks and waits for the running one. */
  stop: () => Promise<void>
}

type HousekeepingOptions = {
  db: Database['db']
  log: DatabaseLog
  clock?: () => Date
  every?: Every
}

/** Nights are the students', wherever the server runs. */
const isNight = (now: Date) => [3, 4].includes((now.getUTCHours() + 8) % 24)

const isVacuumDue = (now: Date, last: Date | null) => {
  // Never, or forgotten in a crash.
  if (!last) return true
  const hours = (now.getTime() - last.getTime()) / hourMs
  // A server that is switched off at night still gets its turn.
  return hours > 48 || (hours > 20 && isNight(now))
}

export function startHousekeeping(options: HousekeepingOptions): Housekeeping {
  const { db, log, clock = () => new Date(), every = onTimer } = options
  let lastCheckpoint = clock().getTime()
  let running: Promise<void> | undefined

  const checkpointIfDue = async () => {
    const { rows } = await sql<{ bytes: number }>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(
      db,
    )
    const bytes = rows[0]?.bytes ?? 0
    const now = clock().getTime()
    const overdue = now - lastCheckpoint >= checkpointEveryMs && bytes > idleLogBytes
    if (!overdue && bytes < maxLogBytes) return
    await sql`checkpoint`.execute(db)
    lastCheckpoint = now
  }

  const vacuumIfDue = async () => {
    const { rows } = await sql<{ last: Date | null }>`
      select max(last_vacuum) as last from pg_stat_user_tables`.execute(db)
    if (!isVacuumDue(clock(), rows[0]?.last ?? null)) return
    await vacuumAnalyze(db)
    log.info({}, 'database vacuumed')
  }

  const work = async () => {
    try {
      await checkpointIfDue()
      await vacuumIfDue()
    } catch (error) {
      log.error({ err: error }, 'database housekeeping failed')
    }
  }

  const tick = () =>
    (running ??= work().finally(() => {
      running = undefined
    }))
  const end = every(tickMs, () => void tick())

  return {
    tick,
    stop: async () => {
      end()
      await running
    },
  }
}
