/**
 * @param at `HH:MM` on the device's clock
 * @returns milliseconds until it is that time again: today, or tomorrow if it is past
 */
export function untilNext(at: string, now: Date): number {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const next = new Date(now)
  next.setHours(hours, minutes, 0, 0)
  if (next <= now) next.setDate(next.getDate() + 1)
  return next.getTime() - now.getTime()
}
