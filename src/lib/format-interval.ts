import { formatNumber } from './format-count.ts'

const units = [
  { unit: '分钟', ms: 60_000, below: 60 },
  { unit: '小时', ms: 3_600_000, below: 24 },
  { unit: '天', ms: 86_400_000, below: 31 },
  { unit: '个月', ms: 30.4375 * 86_400_000, below: 12 },
] as const
const year = { unit: '年', ms: 365.25 * 86_400_000 }

/**
 * A span as a rating button shows it: `1 分钟`, `3 天`, `2 个月`, `1.5 年`. Never less than a minute.
 * @param spanMs milliseconds
 */
export function formatInterval(spanMs: number): string {
  const fitting = units.find(({ ms, below }) => Math.round(spanMs / ms) < below)
  if (fitting === undefined) return `${formatNumber(spanMs / year.ms, 1)} ${year.unit}`
  return `${formatNumber(Math.max(1, Math.round(spanMs / fitting.ms)))} ${fitting.unit}`
}
