import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale } from '#contract/constants.ts'
import { directionOf } from './start-locale.ts'
import home from './zh-CN/home.json'
import shell from './zh-CN/shell.json'

/**
 * Messages are in the bundle and set up at once: the first frame never waits for a word. The words of
 * a lazy screen come with that screen's chunk and enter through `addMessages`. Needs no document.
 */
export function startMessages(): void {
  void i18next.use(initReactI18next).init({
    // Whatever the locale: dates and figures are among Chinese words, never `3 days`.
    lng: defaultLocale,
    fallbackLng: defaultLocale,
    initAsync: false,
    defaultNS: 'shell',
    resources: { [defaultLocale]: { shell, home } },
    // React escapes.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

export function startI18n(locale: string): void {
  startMessages()
  changeLocale(locale)
}

/** The locale that was chosen; i18next's own language is that of the words. */
export function chosenLocale(): string {
  return document.documentElement.lang
}

/** The messages of one namespace, by a screen's module when it is loaded. */
export function addMessages(namespace: string, messages: object): void {
  i18next.addResourceBundle(defaultLocale, namespace, messages)
}

/** The locale of the page; the words stay Chinese, for no other messages exist. */
export function changeLocale(locale: string): void {
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
}
