/** `2026年11月28日 15:02`, in the device's own time. @param instant ISO 8601 */
export function formatInstant(instant: string): string {
  const format = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short' })
  return format.format(new Date(instant))
}
