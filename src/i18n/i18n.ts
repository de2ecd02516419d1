import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { defaultLocale } from '#contract/constants.ts'
import { directionOf, type Locale } from './locales.ts'
import home from './zh-CN/home.json'
import shell from './zh-CN/shell.json'

/**
 * Messages are in the bundle and set up at once: the first frame never waits for a word. The words of
 * a lazy screen come with that screen's chunk and enter through `addMessages`.
 */
export const startI18n = (locale: Locale): void => {
  void i18next.use(initReactI18next).init({
    lng: locale,
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

/** The messages of one namespace, by a screen's module when it is loaded. */
export const addMessages = (namespace: string, messages: object): void => {
  i18next.addResourceBundle(defaultLocale, namespace, messages)
}

export const changeLocale = async (locale: Locale): Promise<void> => {
  await i18next.changeLanguage(locale)
  showDirection(locale)
}

/** The locale of the words on screen, for dates and figures among them: never `3 days` in a Chinese sentence. */
export const useFormatLocale = (): string => useTranslation().i18n.resolvedLanguage ?? defaultLocale

const showDirection = (locale: Locale): void => {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}
