import { chineseNumber, isChinese } from './chinese-number.ts'

const units = [
  { unit: 'minute', chinese: '分钟', ms: 60_000, below: 60 },
  { unit: 'hour', chinese: '小时', ms: 3_600_000, below: 24 },
  { unit: 'day', chinese: '天', ms: 86_400_000, below: 31 },
  { unit: 'month', chinese: '个月', ms: 30.4375 * 86_400_000, below: 12 },
  { unit: 'year', chinese: '年', ms: 365.25 * 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

/**
 * A span as a rating button shows it: `1 分钟`, `3 天`, `2 个月`, `1.5 年`. Never less than a minute.
 * @param spanMs milliseconds
 */
export const formatInterval = (spanMs: number, locale: string): string => {
  const fitting = units.find(({ ms, below }) => Math.round(spanMs / ms) < below) ?? units[4]
  const amount = fitting.unit === 'year' ? spanMs / fitting.ms : Math.max(1, Math.round(spanMs / fitting.ms))
  if (isChinese(locale)) return `${chineseNumber(amount, 1)} ${fitting.chinese}`
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: fitting.unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  })
  // Some languages join figure and unit; beside a figure set in Latin digits a space reads better.
  const parts = format
    .formatToParts(amount)
    .filter(({ type, value }) => type !== 'literal' || value.trim() !== '')
  const figure = parts
    .filter(({ type }) => type !== 'unit')
    .map(({ value }) => value)
    .join('')
  const unit = parts
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value.trim())
    .join('')
  const unitFirst = parts[0]?.type === 'unit'
  return unitFirst ? `${unit} ${figure}` : `${figure} ${unit}`.trim()
}
