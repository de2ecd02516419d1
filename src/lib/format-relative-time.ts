const steps = [
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 7 },
] as const

/**
 * When something was: `刚刚` is told by the caller's own word below a minute, then `5分钟前`, `昨天`,
 * and from a week on the date.
 * @param instant ISO string
 * @param now epoch milliseconds
 * @param justNow the word for less than a minute ago, or for a clock that is behind
 */
export const formatRelativeTime = (instant: string, now: number, locale: string, justNow: string): string => {
  const then = Date.parse(instant)
  const ago = now - then
  if (ago < 60_000) return justNow
  const step = steps.find(({ ms, below }) => Math.round(ago / ms) < below)
  if (step === undefined) return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(then)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    -Math.round(ago / step.ms),
    step.unit,
  )
}
