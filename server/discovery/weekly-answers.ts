import { addDays, dayOf } from '#contract/study-day.ts'
import { every as onTimer, type Every } from '#server/lib/every.ts'
import { takeLease, type Lease } from '#server/db/lease.ts'
import type { Deps } from '#server/deps.ts'
import { writeWeeklyAnswers } from './discovery.repository.ts'

/**
 * `card_packs.weekly_answers` is derived, and recounted beside the requests: of all processes the one that gets
 * the lease counts, and the others do without for as long as it holds. A process that dies leaves it to run out.
 */

const lease = 'weekly-answers'
const recountEveryMs = 5 * 60_000
/** A little shorter, so that the next turn of the same timer finds it free. */
const leaseMs = recountEveryMs - 5000
const weekDays = 7
const chinaOffsetMinutes = 480

type RecountDeps = Pick<Deps, 'database' | 'clock' | 'log'>

/**
 * Reads the entries of the last seven days in `study_answers_by_day`, and writes the packs whose count changed.
 * @returns false when another process has taken the turn in the meantime
 */
const recount = async ({ database, clock }: RecountDeps, held: Lease): Promise<boolean> => {
  const before = addDays(dayOf(clock().toISOString(), chinaOffsetMinutes), -weekDays)
  return database.transaction(async (tx) => {
    // From here on, who wants the turn waits for the end of this one, however long it takes.
    if (!(await held.extend(tx))) return false
    await writeWeeklyAnswers(tx, before)
    return held.extend(tx)
  })
}

export type WeeklyAnswers = {
  /** One turn: counts if no process did lately. Resolves to whether it did; failures are logged. */
  turn: () => Promise<boolean>
  /** Ends the turns and waits for the running one. */
  stop: () => Promise<void>
}

export function startWeeklyAnswers(deps: RecountDeps & { every?: Every }): WeeklyAnswers {
  const { log, every = onTimer } = deps
  const countOnce = async (): Promise<boolean> => {
    try {
      const { database, clock } = deps
      const held = await takeLease(database.db, { name: lease, clock, forMs: leaseMs })
      return held !== undefined && (await recount(deps, held))
    } catch (error) {
      log.warn({ err: error }, 'counting the week’s answers failed')
      return false
    }
  }
  let running: Promise<boolean> | undefined
  const turn = (): Promise<boolean> =>
    (running ??= countOnce().finally(() => {
      running = undefined
    }))
  const end = every(recountEveryMs, () => void turn())
  void turn()

  return {
    turn,
    stop: async () => {
      end()
      await running
    },
  }
}
