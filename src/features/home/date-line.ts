/** The day as the head of /home tells it: in Chinese with Chinese numerals, elsewhere as the language has it. */

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'] as const

/** 1 to 99, as a date is written: 十, 十一, 二十, 三十一. */
const chineseNumeral = (value: number): string => {
  if (value <= 10) return digits[value] ?? ''
  const tens = Math.floor(value / 10)
  const ones = value % 10
  return `${tens === 1 ? '' : digits[tens]}十${ones === 0 ? '' : digits[ones]}`
}

/** `十一月二十日 · 周五` */
export const dateLine = (date: Date, locale: string): string => {
  if (!locale.startsWith('zh')) {
    return new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', weekday: 'short' }).format(date)
  }
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(date)
  return `${chineseNumeral(date.getMonth() + 1)}月${chineseNumeral(date.getDate())}日 · ${weekday}`
}
