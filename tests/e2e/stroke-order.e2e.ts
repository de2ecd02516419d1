import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { receiveNow } from '../browser/packs.ts'
import { workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { openStudy } from '../browser/study.ts'

/** A card that names one character shows how it is written, with the server gone. */

test('a downloaded character is drawn and traced with no server', async ({ server, phone, phoneNumber }) => {
  const { page } = phone
  const violations: string[] = []
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const found = await callAs(server.url, token, 'GET /discovery/search/card-packs', { keyword: '汉字笔顺' })
  const packId = found.items[0]!.id
  await callAs(server.url, token, 'POST /card-packs/:id/unlock', { id: packId, paymentMethod: 'balance' })
  await page.goto(`/cardpack/${packId}`)
  const isHere = async (): Promise<boolean> => {
    await receiveNow(page)
    return page.getByText('已下载').isVisible()
  }
  await expect.poll(isHere).toBe(true)
  await workerReady(page)
  await server.stop()

  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/i.test(message.text())) violations.push(message.text())
  })
  await openStudy(page, packId)
  await page.getByRole('button', { name: '显示答案' }).click()
  const back = page.getByRole('region', { name: '卡片背面' })
  await back.getByRole('button', { name: '笔顺' }).click()
  await expect(back.getByRole('img', { name: /^「.」的笔顺，共 \d+ 画$/ })).toBeVisible()

  await back.getByRole('button', { name: '描红' }).click()
  await expect(back.getByRole('img', { name: /^描「.」$/ }).locator('svg')).toBeVisible()
  await page.screenshot({ path: 'test-results/stroke-order.png' })
  expect(violations).toEqual([])
})
