import { expect, test } from 'vitest'
import type { TodayPlan } from '#contract/study.ts'
import { carriedPlan, planStage } from './carried-plan.ts'

const plan: TodayPlan = {
  day: '2026-11-20',
  dueCards: 36,
  newCards: 10,
  answered: 12,
  goal: 30,
  goalReached: true,
  estimatedMinutes: 9,
  streakDays: 12,
  xp: 900,
}

test('a plan of today is shown as it is', () => {
  expect(carriedPlan(plan, '2026-11-20')).toBe(plan)
})

test('a plan that a wrong clock put into the future is shown as it is', () => {
  expect(carriedPlan(plan, '2026-11-19')).toBe(plan)
})

test('yesterday’s plan keeps its due cards and its streak, and starts the day at nothing answered', () => {
  expect(carriedPlan(plan, '2026-11-21')).toMatchObject({
    day: '2026-11-21',
    dueCards: 36,
    answered: 0,
    goalReached: false,
    streakDays: 12,
  })
})

test('an empty yesterday, or a day between, has ended the streak', () => {
  expect(carriedPlan({ ...plan, answered: 0 }, '2026-11-21').streakDays).toBe(0)
  expect(carriedPlan(plan, '2026-11-22').streakDays).toBe(0)
})

test('cards that are planned are offered, whatever is known of the packs', () => {
  expect(planStage(plan, undefined)).toBe('study')
  expect(planStage({ ...plan, dueCards: 0 }, 0)).toBe('study')
})

test('nothing planned is a finished day for who has packs, and the start for who has none', () => {
  const empty = { ...plan, dueCards: 0, newCards: 0 }
  expect(planStage(empty, 3)).toBe('finished')
  expect(planStage(empty, 0)).toBe('start')
  expect(planStage(empty, undefined)).toBe('finished')
  expect(planStage({ ...empty, xp: 0, answered: 0 }, undefined)).toBe('start')
})
