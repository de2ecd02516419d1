import { dayOf } from '#contract/study-day.ts'
import type { KeptElement } from '#src/lib/kept-markup.ts'
import { greetingAt, type Greeting } from './greeting.ts'

/** The upper half of /home as it was last drawn: the first frame of the next start on the same day. */
export type KeptToday = { day: string; greeting: Greeting; drawn: (KeptElement | string)[] }

/** Of `useRemembered`. */
export const keptTodayName = 'today-frame'

/** Set on the element whose content is kept. */
export const todayAttribute = 'data-today'

/** What the drawing says besides the student's own numbers. */
export function momentOf(now: Date): Omit<KeptToday, 'drawn'> {
  return {
    day: dayOf(now.getTime(), -now.getTimezoneOffset()),
    greeting: greetingAt(now.getHours()),
  }
}

/** Of another day the numbers would be wrong, of another hour the greeting. */
export function isOfMoment(kept: KeptToday, now: Date): boolean {
  const moment = momentOf(now)
  return kept.day === moment.day && kept.greeting === moment.greeting
}
