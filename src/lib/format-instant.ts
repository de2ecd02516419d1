/** `2026年11月28日 15:02`, in the device's own time. @param instant ISO 8601 */
export const formatInstant = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(instant))
