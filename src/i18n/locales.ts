import { defaultLocale } from '#contract/constants.ts'

/**
 * The languages that can be chosen, each in its own words. Only zh-CN has messages; the others set the
 * language and the direction of the page and show the messages of zh-CN. Loaded where one chooses.
 */
export const locales = [
  { code: 'zh-CN', name: '简体中文' },
  { code: 'zh-TW', name: '繁體中文' },
  { code: 'zh-HK', name: '繁體中文（香港）' },
  { code: 'en', name: 'English' },
  { code: 'ja', name: '日本語' },
  { code: 'ko', name: '한국어' },
  { code: 'fr', name: 'Français' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'pt-BR', name: 'Português (Brasil)' },
  { code: 'it', name: 'Italiano' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'pl', name: 'Polski' },
  { code: 'cs', name: 'Čeština' },
  { code: 'sk', name: 'Slovenčina' },
  { code: 'hu', name: 'Magyar' },
  { code: 'ro', name: 'Română' },
  { code: 'bg', name: 'Български' },
  { code: 'el', name: 'Ελληνικά' },
  { code: 'sr', name: 'Српски' },
  { code: 'hr', name: 'Hrvatski' },
  { code: 'sl', name: 'Slovenščina' },
  { code: 'ru', name: 'Русский' },
  { code: 'uk', name: 'Українська' },
  { code: 'be', name: 'Беларуская' },
  { code: 'kk', name: 'Қазақ тілі' },
  { code: 'uz', name: 'Oʻzbekcha' },
  { code: 'mn', name: 'Монгол' },
  { code: 'tr', name: 'Türkçe' },
  { code: 'az', name: 'Azərbaycan' },
  { code: 'ka', name: 'ქართული' },
  { code: 'hy', name: 'Հայերեն' },
  { code: 'ar', name: 'العربية' },
  { code: 'he', name: 'עברית' },
  { code: 'fa', name: 'فارسی' },
  { code: 'ku', name: 'کوردی' },
  { code: 'hi', name: 'हिन्दी' },
  { code: 'bn', name: 'বাংলা' },
  { code: 'ta', name: 'தமிழ்' },
  { code: 'ne', name: 'नेपाली' },
  { code: 'th', name: 'ไทย' },
  { code: 'lo', name: 'ລາວ' },
  { code: 'km', name: 'ខ្មែរ' },
  { code: 'my', name: 'မြန်မာ' },
  { code: 'vi', name: 'Tiếng Việt' },
  { code: 'id', name: 'Bahasa Indonesia' },
  { code: 'ms', name: 'Bahasa Melayu' },
  { code: 'fil', name: 'Filipino' },
  { code: 'sw', name: 'Kiswahili' },
  { code: 'sv', name: 'Svenska' },
  { code: 'da', name: 'Dansk' },
  { code: 'nb', name: 'Norsk bokmål' },
  { code: 'fi', name: 'Suomi' },
] as const

export type Locale = (typeof locales)[number]['code']

/** Whether the interface speaks it. */
export function hasMessages(code: Locale): boolean {
  return code === defaultLocale
}

/** The entry for a language tag: itself, or the first of the same language, or the default. */
export function listedLocale(tag: string): Locale {
  const wanted = tag.toLowerCase()
  const language = wanted.split('-')[0]
  const found =
    locales.find(({ code }) => code.toLowerCase() === wanted) ??
    locales.find(({ code }) => code.split('-')[0] === language)
  return found?.code ?? defaultLocale
}
