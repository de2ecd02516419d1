/** A calendar file (RFC 5545) with one event that comes back every day at a local time and rings. */

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')

const stamp = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d{3}/g, '')

export type DailyEvent = {
  /** Stays the same, so that adding it again moves the event instead of doubling it. */
  uid: string
  title: string
  /** `HH:MM`, wherever the phone is: a time without a zone. */
  at: string
  url: string
  now: Date
}

export function dailyEventFile({ uid, title, at, url, now }: DailyEvent): string {
  const day = `${now.getFullYear()}${String(now.getMonth() + 1).padStart(2, '0')}${String(now.getDate()).padStart(2, '0')}`
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Zhika//Zhika//ZH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${day}T${at.replace(':', '')}00`,
    'DURATION:PT10M',
    'RRULE:FREQ=DAILY',
    `SUMMARY:${escaped(title)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0M',
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
