import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultStudyConfig, type Profile } from '#contract/account.ts'
import type { TodayPlan } from '#contract/study.ts'
import { startI18n } from '#src/i18n/i18n.ts'
import { homeFrame } from './first-frame.ts'
import { HomeHead } from './home-head.tsx'
import { PlanCard } from './plan-card.tsx'

const now = new Date(2026, 10, 20, 15)
const profile: Profile = {
  id: '00000000-0000-4000-8000-000000000001',
  name: '林小满<b>',
  avatar: '',
  phoneMasked: '138****5678',
  ageBand: 'adult',
  guardianConsent: 'not_needed',
  deletionAt: null,
  coins: 1320,
  currentTheme: { id: 'paper', name: '纸墨', config: { login_bg: '', scheme: 'auto', tokens: {} } },
  study: defaultStudyConfig,
  createdAt: '2026-11-01T00:00:00.000Z',
}
const plan: TodayPlan = {
  day: '2026-11-20',
  dueCards: 36,
  newCards: 10,
  answered: 4,
  goal: 30,
  goalReached: false,
  estimatedMinutes: 9,
  streakDays: 12,
  xp: 640,
}

beforeEach(() => startI18n('zh-CN'))
afterEach(cleanup)

/** What React draws, and what the first frame draws of the same facts. */
const drawn = (stored: TodayPlan) => {
  const { container: react } = render(
    <MemoryRouter>
      <HomeHead profile={profile} now={now} />
      <PlanCard plan={stored} packCount={undefined} onStart={() => {}} />
    </MemoryRouter>,
  )
  const frame = document.createElement('div')
  frame.append(...homeFrame(profile, stored, now))
  return { react, frame }
}

test.each<[string, Partial<TodayPlan>]>([
  ['due and new cards', {}],
  ['due cards alone', { newCards: 0 }],
  ['new cards alone', { dueCards: 0 }],
  ['a reached goal', { goalReached: true, answered: 34 }],
  ['no streak', { streakDays: 0 }],
  ['thousands', { dueCards: 1400 }],
  ['a finished day', { dueCards: 0, newCards: 0 }],
  ['a finished first day', { dueCards: 0, newCards: 0, streakDays: 1 }],
  ['a day with nothing to do', { dueCards: 0, newCards: 0, answered: 0 }],
  ['no pack yet', { dueCards: 0, newCards: 0, answered: 0, streakDays: 0, xp: 0 }],
])('with %s it says what React says, in the same style', (_name, fields) => {
  const { react, frame } = drawn({ ...plan, ...fields })
  for (const same of ['h1', 'header p', 'h1 ~ *', 'h2', 'header ~ div > p']) {
    const shown = (container: HTMLElement) =>
      [...container.querySelectorAll(same)].map((node) => node.outerHTML)
    expect(shown(frame), same).toEqual(shown(react))
  }
  const [ours, theirs] = [frame.lastElementChild, react.lastElementChild]
  expect(ours?.textContent).toBe(theirs?.textContent)
  expect(ours?.className).toBe(theirs?.className)
  expect([...(ours?.children ?? [])].map((node) => node.className)).toEqual(
    [...(theirs?.children ?? [])].map((node) => node.className),
  )
})

test('its button leads where the button of React leads', () => {
  const idle = { ...plan, dueCards: 0, newCards: 0 }
  expect(drawn(plan).frame.querySelector('a')?.getAttribute('href')).toBe('?study=today')
  const { react, frame } = drawn(idle)
  const [ours, theirs] = [frame, react].map((container) => container.querySelector('header ~ div a'))
  expect(ours?.getAttribute('href')).toBe(theirs?.getAttribute('href'))
})

test('a name is text, never markup', () => {
  expect(drawn(plan).frame.querySelector('b')).toBeNull()
})
