import type { Transaction } from 'kysely'
import { coinDaysAtMost, dailyGoalCoins } from '#contract/coin-rules.ts'
import { addDays } from '#contract/study-day.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { findDaysToPay } from './goal-coins.repository.ts'

/** The earliest study day that still pays. East of UTC it may be a day later already, which only widens the window. */
const firstPaidDay = (now: Date): string => addDays(now.toISOString().slice(0, 10), -coinDaysAtMost)

/** Pays the coins of the daily goal, once a day, for days that the server hears of soon enough. */
export async function payGoalCoins(
  deps: Pick<Deps, 'wallet' | 'clock'>,
  tx: Transaction<Schema>,
  { studentId, days }: { studentId: string; days: readonly string[] },
): Promise<void> {
  const firstDay = firstPaidDay(deps.clock())
  const near = days.filter((day) => day >= firstDay)
  for (const day of await findDaysToPay(tx, studentId, near)) {
    await deps.wallet.post(tx, studentId, { kind: 'daily_goal', reference: day, amount: dailyGoalCoins })
  }
}
