import { expect, test } from 'vitest'
import { chooseLocale, directionOf, locales } from './locales.ts'

test('about fifty languages, each once', () => {
  expect(locales.length).toBeGreaterThanOrEqual(50)
  expect(new Set(locales).size).toBe(locales.length)
})

test('exactly Hebrew, Arabic, Persian and Kurdish are written from right to left', () => {
  expect(locales.filter((code) => directionOf(code) === 'rtl').toSorted()).toEqual(['ar', 'fa', 'he', 'ku'])
  expect(directionOf('ar-EG')).toBe('rtl')
})

test('the stored language wins over the browser, whose best known language wins over the default', () => {
  expect(chooseLocale('ja', ['en-US'])).toBe('ja')
  expect(chooseLocale(null, ['tlh', 'en-US', 'ja'])).toBe('en')
  expect(chooseLocale(null, ['zh'])).toBe('zh-CN')
  expect(chooseLocale(null, ['ZH-tw'])).toBe('zh-TW')
  expect(chooseLocale(null, ['tlh'])).toBe('zh-CN')
})

test('nonsense in the storage is passed over', () => {
  expect(chooseLocale('"><script>', [])).toBe('zh-CN')
})
