import { chineseCount, chineseNumber, isChinese } from './chinese-number.ts'

/** `4,210` */
export const formatNumber = (value: number, locale: string): string =>
  isChinese(locale) && Number.isSafeInteger(value)
    ? chineseNumber(value)
    : new Intl.NumberFormat(locale).format(value)

/** `860`, `1.2万`: for counts where the size matters and the last digit does not. */
export const formatCount = (value: number, locale: string): string =>
  isChinese(locale) && Number.isSafeInteger(value) && value >= 0 && value < 1e12
    ? chineseCount(value)
    : new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** `68%` of a share between 0 and 1. */
export const formatShare = (share: number, locale: string): string =>
  isChinese(locale)
    ? `${chineseNumber(share * 100)}%`
    : new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
