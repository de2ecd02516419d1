/**
 * A study day begins at four in the morning where the student is, so that an evening that runs past
 * midnight stays one day (the convention of Anki's manual, "Next day starts at").
 */

const studyDayStartsAtHour = 4

const hourMs = 3_600_000
const minuteMs = 60_000
/** A day of the clock. */
export const dayMs = 24 * hourMs

const shiftMs = (utcOffsetMinutes: number): number =>
  utcOffsetMinutes * minuteMs - studyDayStartsAtHour * hourMs

/**
 * The study day of an instant.
 * @param instant ISO string or epoch milliseconds
 * @param utcOffsetMinutes minutes east of UTC
 * @returns `YYYY-MM-DD`
 */
export function dayOf(instant: string | number, utcOffsetMinutes: number): string {
  return new Date(new Date(instant).getTime() + shiftMs(utcOffsetMinutes)).toISOString().slice(0, 10)
}

/** The first instant after the study day, ISO UTC. */
export function endOfDay(day: string, utcOffsetMinutes: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs - shiftMs(utcOffsetMinutes)).toISOString()
}

/** The day `count` days after `day`; negative counts go back. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/** The first instant of the study day, ISO UTC. */
export function startOfDay(day: string, utcOffsetMinutes: number): string {
  return endOfDay(addDays(day, -1), utcOffsetMinutes)
}

/** Whether a text is a day of the calendar: patterns let the 31st of February pass, and the database refuses the year 0. */
export function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** Whether a text is an instant: patterns let `2026-02-30` pass, which does not survive the way there and back. */
export function isRealInstant(text: string): boolean {
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text
}
