/**
 * A study day begins at four in the morning where the student is, so that an evening that runs past
 * midnight stays one day (the convention of Anki's manual, "Next day starts at").
 */

export const studyDayStartsAtHour = 4

const hourMs = 3_600_000
const minuteMs = 60_000
const dayMs = 24 * hourMs

const shiftMs = (utcOffsetMinutes: number): number =>
  utcOffsetMinutes * minuteMs - studyDayStartsAtHour * hourMs

/**
 * The study day of an instant.
 * @param instant ISO string or epoch milliseconds
 * @param utcOffsetMinutes minutes east of UTC
 * @returns `YYYY-MM-DD`
 */
export const dayOf = (instant: string | number, utcOffsetMinutes: number): string =>
  new Date(new Date(instant).getTime() + shiftMs(utcOffsetMinutes)).toISOString().slice(0, 10)

/** The first instant after the study day, ISO UTC. */
export const endOfDay = (day: string, utcOffsetMinutes: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + dayMs - shiftMs(utcOffsetMinutes)).toISOString()

/** The day `count` days after `day`; negative counts go back. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + count * dayMs).toISOString().slice(0, 10)

/** Whole days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
