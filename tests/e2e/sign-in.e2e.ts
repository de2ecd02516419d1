import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { signIn } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** Getting in, and finding a pack. */

test('an address leads to /login, and from there back to itself, with its query', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/cardpack/42?card=7')
  await page.waitForURL('/login?from=%2Fcardpack%2F42%3Fcard%3D7')
  await page.goto('/resource?q=%E5%94%90%E8%AF%97&kind=packs')
  await signIn(page, phoneNumber)
  await expect(page).toHaveURL('/resource?q=%E5%94%90%E8%AF%97&kind=packs')
  await expect(page.getByRole('link', { name: /唐诗三百首/ })).toBeVisible()

  await page.goto('/login?from=%2F%2Fevil.example%2Fhome')
  await expect(page).toHaveURL('/home')
})

test('a signed-in student sees the day on /home and finds packs by Chinese, pinyin and initials', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/')
  await signIn(page, phoneNumber)
  await expect(page).toHaveURL('/home')
  const { token } = await deviceData(page)
  const profile = await callAs(server.url, token, 'GET /profile', {})
  await expect(page.getByRole('heading', { level: 1 })).toContainText(profile.name)
  await expect(page.getByText('200 金币')).toBeAttached()
  await page.getByRole('link', { name: '去挑卡包' }).click()
  await expect(page).toHaveURL('/resource')
  await expect(page.getByRole('heading', { name: '按知识点' })).toBeVisible()

  const box = page.getByRole('searchbox', { name: '搜索' })
  const searches = [
    ['元素周期表', '元素周期', 'yuansuzhouqi', 'yszq'],
    ['唐诗三百首', '唐诗', 'tangshi', 'tssbs'],
  ]
  for (const [title, ...keywords] of searches) {
    for (const keyword of keywords) {
      await box.fill(keyword)
      await expect(page).toHaveURL(`/resource?q=${encodeURIComponent(keyword)}`)
      await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
    }
  }
  await box.fill('没有这样的卡包名字')
  await expect(page.getByText('没有找到「没有这样的卡包名字」')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '按知识点' })).toBeVisible()
})
