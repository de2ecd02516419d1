/** 0: nothing; 1 to 4: a quarter of the days with something each, fewest first. */
type HeatLevel = 0 | 1 | 2 | 3 | 4
export type HeatDay = { day: string; count: number; level: HeatLevel }

const dayMs = 86_400_000
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Monday is 0. */
const weekdayOf = (day: string): number => {
  return (new Date(timeOf(day)).getUTCDay() + 6) % 7
}

export function daysAfter(day: string, days: number): string {
  return dayOf(timeOf(day) + days * dayMs)
}

export function daysBetween(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / dayMs
}

const levelsOf = (counts: readonly number[]): ((count: number) => HeatLevel) => {
  const sorted = counts.filter((count) => count > 0).toSorted((a, b) => a - b)
  const bound = (quarter: number): number => sorted[Math.ceil((sorted.length * quarter) / 4) - 1] ?? 0
  const bounds = [bound(1), bound(2), bound(3)]
  return (count) => (count <= 0 ? 0 : ((1 + bounds.filter((most) => count > most).length) as HeatLevel))
}

/**
 * Weeks from Monday to Sunday, the last with today in it and not beyond.
 * @param counts by day (`2026-03-01`); a day without one had nothing
 */
export function heatWeeks(
  counts: ReadonlyMap<string, number>,
  today: string,
  weeks: number,
): readonly (readonly HeatDay[])[] {
  const monday = daysAfter(today, -weekdayOf(today))
  const levelOf = levelsOf([...counts.values()])
  return Array.from({ length: weeks }, (_, week) => {
    const start = daysAfter(monday, (week - weeks + 1) * 7)
    const days = Array.from({ length: 7 }, (_, weekday) => daysAfter(start, weekday))
    return days
      .filter((day) => day <= today)
      .map((day) => {
        const count = counts.get(day) ?? 0
        return { day, count, level: levelOf(count) }
      })
  })
}
