import { expect, type BrowserContext, type Page } from '@playwright/test'
import { pretendAgent } from './user-agent.ts'

/** A student and WeChat, with the simulator as WeChat. */

/** From its next page on, the browser says that it is WeChat's own. */
export function beInWechat(context: BrowserContext): Promise<unknown> {
  return pretendAgent(context, 'MicroMessenger/8.0.50')
}

/** Answers on WeChat's page. @param person any name: each is somebody else */
export async function answerWechat(
  page: Page,
  { person, press }: { person: string; press: '允许' | '拒绝' },
): Promise<void> {
  await page.getByPlaceholder('随便起个名字').fill(person)
  await page.getByRole('button', { name: press }).click()
}

/** Presses the button that shows a QR code, or another one. @returns the address that the code holds */
export async function showQr(page: Page, button: '微信扫码登录' | '刷新二维码'): Promise<string> {
  const made = page.waitForResponse((response) => response.url().endsWith('/auth/wechat-qr-code'))
  await page.getByRole('button', { name: button }).click()
  const { data } = await (await made).json()
  await expect(page.getByText('等待扫码')).toBeVisible()
  return data.url
}

/** Scans a code as far as WeChat’s own page and our question after it. */
export async function scanQr(scanner: Page, url: string, person: string): Promise<void> {
  await scanner.goto(url)
  await answerWechat(scanner, { person, press: '允许' })
  await expect(scanner.getByRole('button', { name: '确认登录' })).toBeVisible()
}
