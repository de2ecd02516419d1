import { callAs } from '../browser/api.ts'
import { expect, test, testWithOwnServer } from '../browser/fixture.ts'
import { watchProblems } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** What a student or a stranger types, and what the screen says to it. */

/** A whole life of a login code, and more. */
const pastCodeLifetime = 6

testWithOwnServer(
  'a malformed number, a wrong code and an old code are refused with a clear word',
  async ({ server, phone, phoneNumber }) => {
    const { page } = phone
    await page.goto('/login')
    const number = page.getByLabel('手机号')
    const code = page.getByLabel('验证码', { exact: true })
    const enter = page.getByRole('button', { name: '登录', exact: true })

    for (const typed of ['', '12345', '1380013800', '23800138000', '＋一二三', "' OR 1=1 --"]) {
      await number.fill(typed)
      await page.getByRole('button', { name: '获取验证码' }).click()
      await expect(page.getByText('请输入 11 位手机号')).toBeVisible()
      await expect(number).toBeFocused()
    }
    await number.fill(`+86 ${phoneNumber.slice(0, 3)}-${phoneNumber.slice(3)}`)
    await expect(number).toHaveValue(phoneNumber)
    const reply = page.waitForResponse('**/auth/send-code')
    await page.getByRole('button', { name: '获取验证码' }).click()
    const { data } = (await (await reply).json()) as { data: { devCode: string } }
    await expect(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled()

    await code.fill('12')
    await enter.click()
    await expect(page.getByText('请输入 6 位验证码')).toBeVisible()
    const wrong = data.devCode === '000000' ? '000001' : '000000'
    await code.fill(wrong)
    await enter.click()
    await expect(page.getByText('请先阅读并勾选同意用户协议与隐私政策')).toBeVisible()
    await page.getByRole('checkbox').check()
    await enter.click()
    await expect(page.getByRole('alert')).toHaveText('验证码不正确，还可以再试 4 次')

    await server.stop()
    server.moveClock(pastCodeLifetime)
    await server.start()
    await code.fill(data.devCode)
    await enter.click()
    await expect(page.getByRole('alert')).toHaveText('验证码已过期，请重新获取')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  },
)

test('a pack that does not exist, or is no id at all, says so and leads on', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/cardpack/no-such-pack')
  await signIn(page, phoneNumber)
  for (const id of [
    'no-such-pack',
    '00000000-0000-4000-8000-000000000000',
    "1'%20OR%201=1",
    '%3Cimg%20src=x%3E',
  ]) {
    await page.goto(`/cardpack/${id}`)
    await expect(page.getByText('没有这个卡包')).toBeVisible()
  }
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeVisible()
  await page.goto('/cardpack/no-such-pack')
  await page.getByRole('link', { name: '去看看别的卡包' }).click()
  await expect(page).toHaveURL('/resource')
})

test('with too few coins nothing is charged, the missing sum is shown, and the way to more opens', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  const coins = async (): Promise<number> => (await callAs(server.url, token, 'GET /profile', {})).coins
  const found = await callAs(server.url, token, 'GET /discovery', {})
  const priced = [...new Map([...found.weekly, ...found.featured].map((pack) => [pack.id, pack])).values()]
    .filter(({ priceCoins }) => priceCoins > 0)
    .sort((a, b) => b.priceCoins - a.priceCoins)
  let left = await coins()
  let wanted = priced.shift()
  while (wanted && wanted.priceCoins <= left) {
    await callAs(server.url, token, 'POST /card-packs/:id/unlock', {
      id: wanted.id,
      paymentMethod: 'balance',
    })
    left -= wanted.priceCoins
    wanted = priced.shift()
  }
  if (!wanted) throw new Error('the shelves hold too little to become poor')
  const missing = wanted.priceCoins - left

  await page.goto(`/cardpack/${wanted.id}`)
  await page.getByRole('button', { name: /^解锁/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('term').filter({ hasText: '还差' })).toBeVisible()
  await expect(dialog.getByRole('definition').last()).toHaveText(`${missing} 金币`)
  // No request that must fail: the button says where coins come from.
  const refused: string[] = []
  page.on('response', (reply) => void (reply.status() === 409 && refused.push(reply.url())))
  await expect(dialog.getByText(/每天达成学习目标可得 10 金币/)).toBeVisible()
  await dialog.getByRole('button', { name: '去充值' }).click()
  const recharge = page.getByRole('dialog', { name: '充值金币' })
  await expect(recharge).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await coins()).toBe(left)
  await page.goBack()
  await expect(recharge).toBeHidden()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: /^解锁/ }).click()
  await dialog.getByRole('button', { name: '去充值' }).click()
  await recharge.getByRole('button', { name: /^支付/ }).click()
  await expect(page).toHaveURL(/\/payment\?order=/)
  await page.goBack()
  await expect(page).toHaveURL(`/cardpack/${wanted.id}`)
  await expect(page.getByRole('button', { name: /^解锁/ })).toBeVisible()
  await page.goForward()
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.getByRole('link', { name: '继续解锁' }).click()
  await expect(dialog.getByRole('term').filter({ hasText: '解锁后余额' })).toBeVisible()
  await dialog.getByRole('button', { name: '解锁', exact: true }).click()
  await expect(page.getByRole('button', { name: '开始学习' })).toBeVisible()
  await expect(page).toHaveURL(`/cardpack/${wanted.id}`)
  await expect(dialog).toBeHidden()
  expect(refused).toEqual([])
})

const hostile = [
  '<img src=x onerror=x1()>',
  "'; DROP TABLE--",
  '"><script>x1()',
  '{{constructor}}',
  '%00\\u0000',
]

test('HTML and SQL in a name and in the search stay text', async ({ server, phone, phoneNumber }) => {
  const { page } = phone
  const problems = watchProblems(page)
  await page.goto('/resource')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  for (const text of hostile) {
    const name = text.slice(0, 20)
    await callAs(server.url, token, 'PUT /profile', { name })
    await page.goto('/me')
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    await page.goto(`/resource?q=${encodeURIComponent(text)}`)
    await expect(page.getByText(`没有找到「${text}」`)).toBeVisible()
    await expect(page.getByRole('searchbox', { name: '搜索' })).toHaveValue(text)
  }
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(hostile.at(-1) ?? '')
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(problems.uncaught).toEqual([])
})
