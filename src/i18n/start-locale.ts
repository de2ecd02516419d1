import { defaultLocale } from '#contract/constants.ts'

/** Named by the specification; i18next itself takes `ku` for left to right. */
const rightToLeft = ['he', 'ar', 'fa', 'ku']

export function directionOf(locale: string): 'rtl' | 'ltr' {
  return rightToLeft.includes(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}

/**
 * The language of the page at its start. Any well-formed tag will do, so that the list of languages need
 * not come with the first screen: the words are those of zh-CN, and only the direction differs.
 * @param stored what the student chose, or null
 * @param browser the browser's languages, best first
 */
export function startLocale(stored: string | null, browser: readonly string[]): string {
  return (
    [stored, ...browser].find((tag) => tag !== null && /^[a-z]{2,3}(-[a-z\d]+)*$/i.test(tag)) ?? defaultLocale
  )
}
