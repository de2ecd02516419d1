import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale } from '#contract/constants.ts'
import { directionOf, type Locale } from './locales.ts'
import home from './zh-CN/home.json'
import shell from './zh-CN/shell.json'

const withMessages: ReadonlySet<Locale> = new Set([defaultLocale])

/** The language of the words on screen, and of dates and figures among them: never `3 days` in Chinese. */
const languageOf = (locale: Locale): Locale => (withMessages.has(locale) ? locale : defaultLocale)

/**
 * Messages are in the bundle and set up at once: the first frame never waits for a word. The words of
 * a lazy screen come with that screen's chunk and enter through `addMessages`.
 */
export const startI18n = (locale: Locale): void => {
  void i18next.use(initReactI18next).init({
    lng: languageOf(locale),
    fallbackLng: defaultLocale,
    initAsync: false,
    defaultNS: 'shell',
    resources: { [defaultLocale]: { shell, home } },
    // React escapes.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  showDirection(locale)
}

/** The locale that was chosen; i18next's own language is that of the words. */
export const chosenLocale = (): string => document.documentElement.lang

/** The messages of one namespace, by a screen's module when it is loaded. */
export const addMessages = (namespace: string, messages: object): void => {
  i18next.addResourceBundle(defaultLocale, namespace, messages)
}

export const changeLocale = async (locale: Locale): Promise<void> => {
  await i18next.changeLanguage(languageOf(locale))
  showDirection(locale)
}

const showDirection = (locale: Locale): void => {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}
