import { chineseNumber, isChinese } from './chinese-number.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const chineseUnits = ['B', 'kB', 'MB', 'GB'] as const

/** `126 kB`, `3.4 MB`: powers of 1000, one decimal from megabytes on. */
export const formatBytes = (bytes: number, locale: string): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const amount = bytes / 1000 ** power
  const decimals = power < 2 ? 0 : 1
  if (isChinese(locale)) return `${chineseNumber(amount, decimals)} ${chineseUnits[power]}`
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: decimals,
  })
  return format.format(amount)
}
