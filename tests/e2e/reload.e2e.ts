import type { Page } from '@playwright/test'
import { rankOf, xpForFirstCorrect } from '#contract/progress.ts'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'

/** What a reload asks of the server, and what it shows: replies are kept for five minutes, own deeds count at once. */

/** Paths of the calls that a reload of this address makes, without their parameters. */
const askedByReload = async (page: Page): Promise<string[]> => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname.replace('/api/client', '')}`)
  })
  // Receiving begins with the student and the record; whatever else is due follows them.
  const received = page.waitForResponse((response) => response.url().endsWith('/user-study/summary'))
  await page.reload()
  await (await received).finished()
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('request')
  return asked.sort()
}

test('[9.3] a reload within five minutes asks for nothing that is fresh', async ({ phone, phoneNumber }) => {
  test.slow()
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const packId = await givePack(page)
  await workerReady(page)
  const addresses = ['/home', '/resource', '/me', '/my-learning', '/my-generation', `/cardpack/${packId}`]
  for (const address of addresses) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    // Whose token it is, and what the student's other devices did.
    expect(await askedByReload(page), address).toEqual(['GET /profile', 'GET /user-study/summary'])
  }
})

test('what was done is on every screen at once, and after a reload with no network', async ({
  phone,
  server,
  phoneNumber,
}) => {
  test.slow()
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const packId = await givePack(page)
  const { token } = await deviceData(page)
  const { title } = await callAs(server.url, token, 'GET /card-packs/:id', { id: packId })
  await workerReady(page)

  /** Each number that hangs on the answers, where it is shown. */
  const expectNumbers = async (answers: number) => {
    const xp = answers * xpForFirstCorrect
    const { next } = rankOf(xp)
    await page.goto('/me')
    const missing = `距${next?.name}还需 ${(next?.fromXp ?? 0) - xp} 学识`
    await expect(page.getByText(missing)).toBeVisible()
    await page.goto('/level-detail')
    await expect(page.getByRole('progressbar', { name: missing })).toBeVisible()
    for (const name of ['学识总计', '来自作答'])
      await expect(page.getByText(new RegExp(`^${name}\\s*${xp} 学识$`)).first()).toBeVisible()
    await page.goto('/my-learning')
    await expect(page.getByText(missing)).toBeVisible()
    await expect(
      page.getByText(`近一年学习了 ${Math.min(1, answers)} 天，共 ${answers} 次作答`),
    ).toBeAttached()
    await expect(page.getByText(`学习中 ${answers} 张`.replace(' ', ''))).toBeVisible()
    await expect(page.getByRole('link', { name: new RegExp(`${title}.*学过 ${answers}$`) })).toBeVisible()
  }

  await expectNumbers(0)
  await faceCard(page, packId)
  await answerCard(page, 3)
  await expectNumbers(1)

  await test.step('a favourite that was given and taken back', async () => {
    const favorites = page.getByRole('list', { name: '收藏' })
    const press = async (name: string) => {
      await page.goto(`/cardpack/${packId}`)
      const renewed = page.waitForResponse((response) => response.url().includes('/card-packs/favorites'))
      await page.getByRole('button', { name, exact: true }).click()
      await (await renewed).finished()
    }
    await press('收藏')
    await page.goto('/home')
    await expect(favorites.getByRole('link')).toHaveCount(1)
    await press('已收藏')
  })

  await server.stop()
  await page.goto('/home')
  await expect(page.getByRole('link', { name: new RegExp(title) }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: '收藏' }).getByRole('link')).toHaveCount(0)
  await faceCard(page, packId)
  await answerCard(page, 3)
  await expectNumbers(2)
})
