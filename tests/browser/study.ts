import { expect, type Page } from '@playwright/test'

/** Drives the study player as a thumb does. */

const ratingNames = { 1: '重来', 2: '困难', 3: '良好', 4: '简单' } as const
export type RatingButton = keyof typeof ratingNames

const showAnswer = (page: Page) => page.getByRole('button', { name: '显示答案' })
/** Shown instead of 显示答案 while the answer is open: after an undo, too. */
const ratingBar = (page: Page) => page.getByRole('group', { name: '记得怎么样' })
const card = (page: Page) => showAnswer(page).or(ratingBar(page))
const studyMore = (page: Page) => page.getByRole('button', { name: '继续学习' })
const summary = (page: Page) => page.getByText('这一轮学完了')
const nothing = (page: Page) => page.getByText(/现在没有要学的卡片|本机还没有可学的卡片/)

/** Opens the player over a pack's page; works as an address of its own, with or without a network. */
export async function openStudy(page: Page, packId: string): Promise<void> {
  await page.goto(`/cardpack/${packId}?study=1`)
}

/**
 * Brings a card to the front: the one that is there, or the first of another sitting.
 * @returns false when the student has nothing left to study
 */
export async function faceCard(page: Page, packId: string): Promise<boolean> {
  if (!new URL(page.url()).searchParams.has('study')) await openStudy(page, packId)
  await expect(card(page).or(summary(page)).or(nothing(page)).first()).toBeVisible()
  if (await summary(page).isVisible()) {
    // The button comes with the numbers, a moment after the last answer.
    await studyMore(page)
      .click({ timeout: 2_000 })
      .catch(() => openStudy(page, packId))
    await expect(card(page).or(nothing(page)).first()).toBeVisible()
  }
  return card(page).first().isVisible()
}

/** Answers the card in front. Resolves when the next card, or the end of the sitting, is on the screen. */
export async function answerCard(page: Page, rating: RatingButton): Promise<void> {
  if (await showAnswer(page).isVisible()) await showAnswer(page).click()
  await page.getByRole('button', { name: new RegExp(`^${ratingNames[rating]}`) }).click()
  await expect(showAnswer(page).or(summary(page)).first()).toBeVisible()
}

/** Takes the last answer of this sitting back. @returns false when there is none */
export async function undoAnswer(page: Page): Promise<boolean> {
  const button = page.getByRole('button', { name: '撤销' })
  if (!(await button.isVisible()) || !(await button.isEnabled())) return false
  await button.click()
  return true
}
