import i18next from 'i18next'
import { expect, test } from 'vitest'
import { addMessages, changeLocale, chosenLocale, startI18n } from './i18n.ts'
import { locales } from './locales.ts'

const messages = import.meta.glob<object>('./*/*.json', { eager: true, import: 'default' })

test('[1.1, 9.9] there are messages of zh-CN alone, and all of them are Chinese', () => {
  expect(Object.keys(messages).filter((file) => !file.startsWith('./zh-CN/'))).toEqual([])
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts)
  const all = Object.values(messages).flatMap(texts)
  expect(all.length).toBeGreaterThan(500)
  // What is left without its placeholders may be a figure or a sign, but no foreign sentence.
  const foreign = all.filter(
    (text) => !/\p{Script=Han}/u.test(text) && /[a-z]{2,}/i.test(text.replace(/{{.*?}}/g, '')),
  )
  expect(foreign).toEqual([])
})

test.each(locales.map(({ code }) => code))('[9.9, 9.10] %s is served by the messages of zh-CN', (code) => {
  startI18n(code)
  expect(i18next.t('tabs.home')).toBe('首页')
  expect(i18next.language).toBe('zh-CN')
  expect(chosenLocale()).toBe(code)
  expect(document.documentElement.dir).toBe(['he', 'ar', 'fa', 'ku'].includes(code) ? 'rtl' : 'ltr')
})

test('[9.10] a locale that is written from right to left turns the page, and back', () => {
  startI18n('zh-CN')
  changeLocale('ku')
  expect(document.documentElement).toMatchObject({ lang: 'ku', dir: 'rtl' })
  changeLocale('zh-CN')
  expect(document.documentElement).toMatchObject({ lang: 'zh-CN', dir: 'ltr' })
})

test('a lazy screen brings its own words', () => {
  startI18n('zh-CN')
  addMessages('me', { title: '我的' })
  expect(i18next.t('title', { ns: 'me' })).toBe('我的')
})
