import { expect, type Page } from '@playwright/test'
import { defaultStudyConfig } from '#contract/account.ts'
import { callAs } from '../browser/api.ts'
import type { Change } from './steps.ts'

/** What a student changes beside answering cards, by its screens, and what the server must know of it in the end. */
export type Changes = {
  isFavourite?: boolean
  dailyGoal?: number
  newCardsPerDay?: number
  reportedCards: Set<string>
  /** Titles of packs that the student has made. */
  ownPacks: Set<string>
}

export function noChanges(): Changes {
  return { reportedCards: new Set(), ownPacks: new Set() }
}

const menu = (page: Page) => page.getByRole('button', { name: '更多', exact: true })

const favourite = async (page: Page, changes: Changes): Promise<void> => {
  await menu(page).click()
  const wasFavourite = (await page.getByRole('menuitem', { name: /收藏/ }).textContent()) === '已收藏'
  await page.getByRole('menuitem', { name: /收藏/ }).click()
  const words = wasFavourite ? '收藏' : '已收藏'
  // Laid over what the server said once it is on the disk.
  await expect(async () => {
    await menu(page).click()
    const item = page.getByRole('menuitem', { name: words, exact: true })
    const isShown = await item.isVisible()
    await page.keyboard.press('Escape')
    expect(isShown).toBe(true)
  }).toPass()
  changes.isFavourite = !wasFavourite
}

const report = async (page: Page, changes: Changes): Promise<void> => {
  await menu(page).click()
  await page.getByRole('menuitem', { name: '报错' }).click()
  const layer = page.getByRole('dialog', { name: '报错' })
  const send = layer.getByRole('button', { name: '提交' })
  const known = layer.getByText('这张卡片已经报过错')
  await expect(send.or(known).first()).toBeVisible()
  const [, cardId = ''] = new URL(page.url()).searchParams.get('report')?.split('.') ?? []
  if (await known.isVisible()) await layer.getByRole('button', { name: '返回' }).click()
  else {
    await layer.getByRole('radio', { name: '有错别字' }).check()
    await send.click()
  }
  // It stays until the server has said something: a call that hangs takes its 10 seconds.
  await expect(layer).toBeHidden({ timeout: 30_000 })
  changes.reportedCards.add(cardId)
}

/** @param known what the screen must show, soon if not at once */
const pressMore = async (page: Page, label: string, known: number): Promise<number> => {
  if (!page.url().endsWith('/profile/challenge-config')) await page.goto('/profile/challenge-config')
  const field = page.getByRole('textbox', { name: label })
  await expect(field).toHaveValue(String(known))
  await page.getByRole('group', { name: label }).getByRole('button', { name: '增加' }).click()
  await expect(field).toHaveValue(String(known + 5))
  return known + 5
}

/** Makes one change. Resolves when the screen has said that it is kept. */
export async function makeChange(page: Page, what: Change, changes: Changes): Promise<void> {
  if (what === 'favourite') return favourite(page, changes)
  if (what === 'report') return report(page, changes)
  const { dailyGoal, newCardsPerDay } = { ...defaultStudyConfig, ...changes }
  if (what === 'goal') changes.dailyGoal = await pressMore(page, '每日目标（张）', dailyGoal)
  else changes.newCardsPerDay = await pressMore(page, '每天新卡（张）', newCardsPerDay)
}

const factsOfWater = ['沸点：100 摄氏度', '凝固点：0 摄氏度', '化学式：H₂O']

/** Notes become a pack, whose player opens. */
export async function makeOwnPack(page: Page, changes: Changes): Promise<void> {
  const title = `笔记 ${changes.ownPacks.size + 1}`
  await page.goto('/generate')
  await page.getByRole('textbox', { name: '笔记' }).fill(`# ${title}\n${factsOfWater.join('\n')}\n`)
  await page.getByLabel('年级').selectOption('七年级')
  await page.getByLabel('学科').selectOption('物理')
  await page.getByRole('button', { name: '生成', exact: true }).click()
  await expect(page.getByRole('heading', { name: '检查卡片' })).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/private-cardpack\//)
  changes.ownPacks.add(title)
  await page.getByRole('button', { name: '开始学习' }).click()
  await expect(page.getByRole('button', { name: '显示答案' })).toBeVisible()
}

/** The server has the last value of each change, and each pack and report once. */
export async function expectChanges(
  host: string,
  { token, packId, changes }: { token: string | null; packId: string; changes: Changes },
): Promise<void> {
  if (changes.isFavourite !== undefined) {
    const { favorited } = await callAs(host, token, 'GET /card-packs/:id', { id: packId })
    expect(favorited, 'favourite').toBe(changes.isFavourite)
  }
  if (changes.dailyGoal !== undefined || changes.newCardsPerDay !== undefined) {
    const { study } = await callAs(host, token, 'GET /profile', {})
    const wanted = {
      ...(changes.dailyGoal !== undefined && { dailyGoal: changes.dailyGoal }),
      ...(changes.newCardsPerDay !== undefined && { newCardsPerDay: changes.newCardsPerDay }),
    }
    expect(study, 'settings').toMatchObject(wanted)
  }
  if (changes.reportedCards.size > 0) {
    const { items } = await callAs(host, token, 'GET /card-reports', { limit: 30 })
    expect(items.map(({ card }) => card.id).toSorted(), 'reports').toEqual(
      [...changes.reportedCards].toSorted(),
    )
  }
  if (changes.ownPacks.size > 0) {
    const { items } = await callAs(host, token, 'GET /private-packs', {})
    expect(items.map(({ title }) => title).toSorted(), 'packs of their own').toEqual(
      [...changes.ownPacks].toSorted(),
    )
    for (const { cardCount } of items) expect(cardCount).toBe(factsOfWater.length)
  }
}
