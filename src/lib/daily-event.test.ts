import { expect, test } from 'vitest'
import { dailyEventFile } from './daily-event.ts'

const file = (title = '学习') =>
  dailyEventFile({
    uid: 'reminder@zhika',
    title,
    at: '20:05',
    url: 'https://zhika.example/home',
    now: new Date('2026-11-20T08:00:00.000Z'),
  })

test('rings every day at the local time, from today on', () => {
  expect(file().split('\r\n')).toEqual(
    expect.arrayContaining(['RRULE:FREQ=DAILY', 'TRIGGER:PT0M', 'DTSTAMP:20261120T080000Z']),
  )
  expect(file()).toMatch(/DTSTART:202611(20|21)T200500\r\n/)
})

test('keeps a title with commas and semicolons in one piece', () => {
  expect(file('学，a;b,c\nd')).toContain('SUMMARY:学，a\\;b\\,c\\nd\r\n')
})
