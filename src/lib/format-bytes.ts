const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** `126 kB`, `3.4 MB`: powers of 1000, one decimal from megabytes on. */
export const formatBytes = (bytes: number, locale: string): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: power < 2 ? 0 : 1,
  })
  return format.format(bytes / 1000 ** power)
}
