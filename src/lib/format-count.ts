const isChinese = (locale: string): boolean => locale.startsWith('zh')

/**
 * `4,210`. Whole numbers are grouped by hand in Chinese: the first frame shows some, and building an Intl
 * formatter takes it tens of milliseconds.
 */
export const formatNumber = (value: number, locale: string): string =>
  isChinese(locale) && Number.isSafeInteger(value)
    ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    : new Intl.NumberFormat(locale).format(value)

/** `860`, `1.2万`: for counts where the size matters and the last digit does not. */
export const formatCount = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)

/** `68%` of a share between 0 and 1. */
export const formatShare = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
