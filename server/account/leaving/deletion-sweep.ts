import { deletionsDueAt } from '#server/sql/deletion-time.ts'
import { every as onTimer, type Every } from '#server/lib/every.ts'
import type { Deps } from '#server/deps.ts'
import { dropExpiredCredentials } from '../sign-in/credentials.repository.ts'
import { eraseIfDue } from './deletion-erase.repository.ts'
import { dropOldEvents } from '../security-log.repository.ts'
import { listDeletionsSince } from '../students.repository.ts'
import { dropStaleCodes } from '../sign-in/login-codes.repository.ts'
import { dropStaleWechat } from '../wechat/wechat-states.repository.ts'

/**
 * Erases accounts whose seven days are over, and takes what has expired along. Every process sweeps; the row of a student whom one of them erases
 * is skipped by the others, and a process that dies in the middle leaves that student whole for the next.
 */

const sweepEveryMs = 3_600_000
/** Requests that were let in before the account's end have been answered by then. */
const graceMs = 60_000

export type DeletionSweep = {
  /** One pass. Resolves to how many were erased; failures are logged, the next pass tries again. */
  sweep: () => Promise<number>
  /** Ends the passes and waits for the account that is being erased. */
  stop: () => Promise<void>
}

type SweepDeps = Pick<Deps, 'database' | 'clock' | 'log'> & { every?: Every }

/** One transaction a student: a long history holds up no other, and a failure costs no other deletion. */
export function startDeletionSweep(deps: SweepDeps): DeletionSweep {
  const { database, clock, log, every = onTimer } = deps
  let stopping = false

  const erase = async (studentId: string, now: Date): Promise<boolean> => {
    try {
      return await database.transaction((tx) => eraseIfDue(tx, { studentId, now, skipLocked: true }))
    } catch (error) {
      log.error({ err: error }, 'erasing an account failed')
      return false
    }
  }

  const eraseAll = async (): Promise<number> => {
    const now = new Date(clock().getTime() - graceMs)
    const due = await listDeletionsSince(database.db, deletionsDueAt(now))
    let erased = 0
    for (const id of due) {
      if (stopping) break
      erased += Number(await erase(id, now))
    }
    if (erased > 0) log.info({ erased }, 'accounts erased after their cooling-off')
    return erased
  }

  const pass = async (): Promise<number> => {
    let erased = 0
    try {
      // First: this is what was promised, and nothing else may keep it from happening.
      erased = await eraseAll()
      await dropStaleCodes(database.db, clock())
      await dropStaleWechat(database.db, clock())
      await dropExpiredCredentials(database.db, clock())
      await dropOldEvents(database.db, clock())
    } catch (error) {
      log.error({ err: error }, 'the sweep of deleted accounts failed')
    }
    return erased
  }

  let running: Promise<number> | undefined
  const sweep = (): Promise<number> =>
    (running ??= pass().finally(() => {
      running = undefined
    }))
  const end = every(sweepEveryMs, () => void sweep())
  void sweep()

  return {
    sweep,
    stop: async () => {
      stopping = true
      end()
      await running
    },
  }
}
