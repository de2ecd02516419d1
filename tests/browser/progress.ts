import { expect, type Page } from '@playwright/test'
import { rankOf } from '#contract/progress.ts'
import type { Profile } from '#contract/account.ts'
import type { TodayPlan } from '#contract/study.ts'
import { callAs } from './api.ts'
import { deviceData } from '../chaos/device-data.ts'

/** Runs in the page: what the page keeps for its first frame. */
const firstFrame = (accountId: string): { plan?: TodayPlan; profile?: Profile } => {
  const slice = JSON.parse(localStorage.getItem(`boot:${accountId}`) ?? '{}') as {
    clientState?: { queries: { queryKey: string[]; state: { data: unknown } }[] }
  }
  const kept = (key: string): unknown =>
    slice.clientState?.queries.find(({ queryKey }) => queryKey[0] === key)?.state.data
  return {
    plan: kept('today-plan') as TodayPlan | undefined,
    profile: kept('profile') as Profile | undefined,
  }
}

/**
 * Resolves when a start with no network would show who the student is and what is to be done today.
 * @param plan what of today's plan must be kept
 */
export async function firstFrameKept(page: Page, plan: Partial<TodayPlan> = {}): Promise<void> {
  const { accountId } = await deviceData(page)
  await expect
    .poll(() => page.evaluate(firstFrame, accountId))
    .toMatchObject({ profile: { id: accountId }, plan: { goal: expect.any(Number), ...plan } })
}

/** The balance that a start with no network will show. */
export async function keptCoins(page: Page): Promise<number | undefined> {
  const { accountId } = await deviceData(page)
  return (await page.evaluate(firstFrame, accountId)).profile?.coins
}

/**
 * Level, plan and progress: what the page shows is what the server has. The page must have sent and
 * fetched everything.
 */
export async function expectBothSidesToAgree(page: Page, packId: string): Promise<void> {
  const host = new URL(page.url()).origin
  const { token, accountId } = await deviceData(page)
  const plan = await callAs(host, token, 'GET /user-study/plan', { utcOffsetMinutes: 480 })
  const { totals } = await callAs(host, token, 'GET /user-study/summary', {})
  const unlocked = await callAs(host, token, 'GET /card-packs/unlocked', {})
  const pack = unlocked.items.find(({ id }) => id === packId)
  if (!pack) throw new Error('the server does not list the pack as unlocked')

  await page.goto('/home')
  await expect.poll(async () => (await page.evaluate(firstFrame, accountId)).plan).toEqual(plan)
  const goalLine = plan.goalReached ? '今日目标已达成' : `今日目标 ${plan.answered} / ${plan.goal}`
  await expect(page.getByText(goalLine)).toBeVisible()

  await page.goto('/me')
  const { level, name, next } = rankOf(totals.xp)
  await expect(page.getByText(`第 ${level} 级 · ${name}`)).toBeVisible()
  if (next) await expect(page.getByText(`距${next.name}还需 ${next.fromXp - totals.xp} 学识`)).toBeVisible()
  await expect(page.getByText(`${totals.coins} 金币`)).toBeAttached()

  await page.goto(`/cardpack/${packId}`)
  const { seen, mastered } = pack.progress
  await expect(page.getByText('在学', { exact: true })).toHaveCount(seen - mastered)
  await expect(page.getByText('已掌握', { exact: true })).toHaveCount(mastered)
}
