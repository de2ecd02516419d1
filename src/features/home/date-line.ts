/** The day as the head of /home shows it: with Chinese numerals. */

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'] as const

/** Sunday first, as `Date` counts. The first frame has them ready: building an Intl formatter takes it tens of milliseconds. */
const weekdays = ['日', '一', '二', '三', '四', '五', '六'] as const

/** 1 to 99, as a date is written: 十, 十一, 二十, 三十一. */
const chineseNumeral = (value: number): string => {
  if (value <= 10) return digits[value] ?? ''
  const tens = Math.floor(value / 10)
  const ones = value % 10
  return `${tens === 1 ? '' : digits[tens]}十${ones === 0 ? '' : digits[ones]}`
}

/** `十一月二十日 · 周五` */
export function dateLine(date: Date): string {
  const day = `${chineseNumeral(date.getMonth() + 1)}月${chineseNumeral(date.getDate())}日`
  return `${day} · 周${weekdays[date.getDay()]}`
}
