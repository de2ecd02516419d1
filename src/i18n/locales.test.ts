import { expect, test } from 'vitest'
import { hasMessages, listedLocale, locales } from './locales.ts'
import { directionOf, startLocale } from './start-locale.ts'

test('[9.8] about fifty languages, each once and with a name of its own', () => {
  expect(locales.length).toBeGreaterThanOrEqual(45)
  expect(locales.length).toBeLessThanOrEqual(55)
  const codes = locales.map(({ code }) => code)
  expect(codes.map((code) => new Intl.Locale(code).toString())).toEqual(codes)
  expect(codes).toContain('zh-CN')
  expect(new Set(locales.map(({ code }) => code)).size).toBe(locales.length)
  expect(new Set(locales.map(({ name }) => name)).size).toBe(locales.length)
})

test('of all languages one is spoken', () => {
  expect(locales.filter(({ code }) => hasMessages(code)).map(({ code }) => code)).toEqual(['zh-CN'])
})

test('[9.10] exactly Hebrew, Arabic, Persian and Kurdish are written from right to left', () => {
  const codes = locales.map(({ code }) => code)
  expect(codes.filter((code) => directionOf(code) === 'rtl').toSorted()).toEqual(['ar', 'fa', 'he', 'ku'])
  expect(directionOf('ar-EG')).toBe('rtl')
})

test('[9.6, 9.7] the stored language wins over the browser, whose best one wins over the default', () => {
  expect(startLocale('ja', ['en-US'])).toBe('ja')
  expect(startLocale(null, ['ar-EG', 'en'])).toBe('ar-EG')
  expect(startLocale(null, [])).toBe('zh-CN')
})

test('nonsense in the storage is passed over', () => {
  expect(startLocale('"><script>', ['en'])).toBe('en')
  expect(startLocale('', [])).toBe('zh-CN')
})

test('the list shows the language of the page, or its nearest, or the default', () => {
  expect(listedLocale('en-US')).toBe('en')
  expect(listedLocale('zh')).toBe('zh-CN')
  expect(listedLocale('ZH-tw')).toBe('zh-TW')
  expect(listedLocale('pt-BR')).toBe('pt-BR')
  expect(listedLocale('tlh')).toBe('zh-CN')
})
