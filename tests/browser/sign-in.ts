import { expect, type Page } from '@playwright/test'

let phones = 0

/** A number that no other test of this run uses, so that limits per phone never meet. */
export function newPhoneNumber(): string {
  phones += 1
  const own = (process.pid % 10_000) * 1000 + phones
  return `138${String(own).padStart(8, '0')}`
}

/**
 * Signs in as a student does: the page must be at /login, or a protected address that leads there.
 * Resolves when the page has left /login.
 */
export async function signIn(page: Page, phone: string): Promise<void> {
  await page.waitForURL(/\/login/)
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('checkbox').check()
  const reply = page.waitForResponse((response) => response.url().endsWith('/auth/send-code'))
  await page.getByRole('button', { name: '获取验证码' }).click()
  const { data } = await (await reply).json()
  await page.getByLabel('验证码', { exact: true }).fill(data.devCode)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Signs out on 我的, where the page is: what it has in memory stays, as on a tablet that is handed on. */
export async function signOutHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('/login')
}

/** Signs out through 我的, as a student does. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/me')
  await signOutHere(page)
}
