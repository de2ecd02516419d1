import { defaultLocale } from '#contract/constants.ts'

/**
 * The languages that can be chosen. Only zh-CN has messages; the others set the direction and show the
 * messages of zh-CN.
 */
export const locales = [
  'zh-CN',
  'zh-TW',
  'zh-HK',
  'en',
  'ja',
  'ko',
  'fr',
  'de',
  'es',
  'pt',
  'pt-BR',
  'it',
  'nl',
  'pl',
  'cs',
  'sk',
  'hu',
  'ro',
  'bg',
  'el',
  'sr',
  'hr',
  'sl',
  'ru',
  'uk',
  'be',
  'kk',
  'uz',
  'mn',
  'tr',
  'az',
  'ka',
  'hy',
  'ar',
  'he',
  'fa',
  'ku',
  'hi',
  'bn',
  'ta',
  'ne',
  'th',
  'lo',
  'km',
  'my',
  'vi',
  'id',
  'ms',
  'fil',
  'sw',
  'sv',
  'da',
  'nb',
  'fi',
] as const

export type Locale = (typeof locales)[number]

/** Named by the specification; i18next itself takes `ku` for left to right. */
const rightToLeft: ReadonlySet<string> = new Set(['he', 'ar', 'fa', 'ku'])

export const directionOf = (locale: string): 'rtl' | 'ltr' =>
  rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'

const known = (wanted: string): Locale | undefined => {
  const exact = locales.find((code) => code.toLowerCase() === wanted.toLowerCase())
  const language = wanted.split('-')[0]?.toLowerCase()
  return exact ?? locales.find((code) => code.split('-')[0] === language)
}

/**
 * @param stored what the student chose, or null
 * @param browser the browser's languages, best first
 */
export const chooseLocale = (stored: string | null, browser: readonly string[]): Locale => {
  const wanted = stored === null ? browser : [stored, ...browser]
  return wanted.map(known).find((code) => code !== undefined) ?? defaultLocale
}
