import i18next from 'i18next'
import { expect, test } from 'vitest'
import { addMessages, changeLocale, chosenLocale, startI18n } from './i18n.ts'

test('the messages are there as soon as it is started, in Chinese whatever the locale', () => {
  startI18n('en')
  expect(i18next.t('tabs.home')).toBe('首页')
  expect(i18next.language).toBe('zh-CN')
  expect(chosenLocale()).toBe('en')
})

test('a locale that is written from right to left turns the page, and back', () => {
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
