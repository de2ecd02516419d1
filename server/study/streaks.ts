import { addDays, daysBetween } from '#contract/study-day.ts'

/** Study days in a row. Runs of a student are kept as long as they can be: two of them never meet. */
export type Run = { firstDay: string; lastDay: string }

export function lengthOf({ firstDay, lastDay }: Run): number {
  return daysBetween(firstDay, lastDay) + 1
}

const withDay = (runs: readonly Run[], day: string): Run[] => {
  if (runs.some((run) => run.firstDay <= day && day <= run.lastDay)) return [...runs]
  const left = runs.find((run) => run.lastDay === addDays(day, -1))
  const right = runs.find((run) => run.firstDay === addDays(day, 1))
  return [
    ...runs.filter((run) => run !== left && run !== right),
    { firstDay: left?.firstDay ?? day, lastDay: right?.lastDay ?? day },
  ]
}

const withoutDay = (runs: readonly Run[], day: string): Run[] =>
  runs.flatMap((run) =>
    run.firstDay <= day && day <= run.lastDay
      ? [
          { firstDay: run.firstDay, lastDay: addDays(day, -1) },
          { firstDay: addDays(day, 1), lastDay: run.lastDay },
        ].filter(({ firstDay, lastDay }) => firstDay <= lastDay)
      : [run],
  )

/**
 * The runs after some days got their first answer and others lost their last one.
 * @param runs at least those that hold or touch one of these days
 */
export function changedRuns(
  runs: readonly Run[],
  { begun, emptied }: { begun: readonly string[]; emptied: readonly string[] },
): Run[] {
  return begun.reduce(withDay, emptied.reduce(withoutDay, [...runs]))
}

/** The runs of these days. @param days ascending, each once */
export function runsOf(days: readonly string[]): Run[] {
  const runs: Run[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && addDays(last.lastDay, 1) === day) last.lastDay = day
    else runs.push({ firstDay: day, lastDay: day })
  }
  return runs
}
