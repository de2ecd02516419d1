import { readFile } from 'node:fs/promises'
import { callAs } from '../browser/api.ts'
import { expect, test, testWithOwnServer } from '../browser/fixture.ts'
import { toasts } from '../browser/screen.ts'
import { newPhoneNumber, signIn } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** 账号与安全, and what of it stands on 设置 and over any screen. */

test('a phone number is changed by a code to the new one, and a wrong code changes nothing', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  const shown = (number: string): string => `${number.slice(0, 3)}****${number.slice(7)}`
  await page.goto('/settings/account-security')
  await signIn(page, phoneNumber)
  await page.getByRole('button', { name: '更换手机号' }).click()
  const sheet = page.getByRole('dialog', { name: '更换手机号' })
  await sheet.getByRole('button', { name: '更换手机号' }).click()
  await expect(sheet.getByLabel('新手机号')).toBeFocused()
  await expect(sheet.getByText('请输入 11 位手机号')).toBeVisible()

  const next = newPhoneNumber()
  await sheet.getByLabel('新手机号').fill(next)
  await sheet.getByRole('button', { name: '获取验证码' }).click()
  const code = /\d{6}/.exec(await sheet.getByRole('note').innerText())?.[0] ?? ''
  await sheet.getByLabel('验证码', { exact: true }).fill(code === '000000' ? '000001' : '000000')
  await sheet.getByRole('button', { name: '更换手机号' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('验证码不正确，还可以再试 4 次')
  await expect(page.getByText(shown(phoneNumber))).toBeAttached()

  await sheet.getByLabel('验证码', { exact: true }).fill(code)
  await sheet.getByRole('button', { name: '更换手机号' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/settings/account-security')
  await expect(page.getByText(shown(next))).toBeVisible()
})

testWithOwnServer(
  'another device is signed out from afar, and this one stays',
  async ({ server, phone, phoneNumber }) => {
    const { page } = phone
    await page.goto('/settings/account-security')
    await signIn(page, phoneNumber)
    await expect(page.getByText('只有这台设备登录着')).toBeVisible()
    // A code may be asked for once a minute.
    await server.stop()
    server.moveClock(2)
    await server.start()
    const { devCode = '' } = await callAs(server.url, null, 'POST /auth/send-code', { phone: phoneNumber })
    const login = { phone: phoneNumber, code: devCode, agreed: true, deviceName: '教室的平板' } as const
    const other = await callAs(server.url, null, 'POST /auth/login', login)

    await page.reload()
    const devices = page.getByRole('region', { name: '登录的设备' })
    await expect(devices.getByText('这台设备')).toHaveCount(1)
    await devices.getByRole('button', { name: '让 教室的平板 退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
    await expect(toasts(page)).toContainText('已让它退出登录')
    await expect(devices.getByText('教室的平板')).toHaveCount(0)
    await expect(callAs(server.url, other.token, 'GET /profile', {})).rejects.toMatchObject({ status: 401 })
    const { token } = await deviceData(page)
    await callAs(server.url, token, 'GET /profile', {})
  },
)

test('the deletion of an account is asked for and taken back; all data come as one file', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/settings/account-security')
  await signIn(page, phoneNumber)
  await page.getByRole('button', { name: /^注销账号/ }).click()
  await page.getByRole('button', { name: '申请注销' }).click()
  await expect(page.getByRole('alert')).toHaveText('请先勾选“我已了解”')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '申请注销' }).click()
  await expect(page.getByText(/^账号将在 .+ 注销/)).toBeVisible()

  await page.goto('/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^导出我的数据/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^zhika-\d{4}-\d{2}-\d{2}\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown[]>
  expect(data.account).toMatchObject([{ phone: phoneNumber, coins: 200 }])
  expect(data.devices).toHaveLength(1)
  expect(data.studyAnswers).toEqual([])

  await page.getByRole('button', { name: '撤销注销' }).click()
  await expect(toasts(page)).toContainText('已撤销注销')
  await expect(page.getByText(/^账号将在 .+ 注销/)).toHaveCount(0)
  const { token } = await deviceData(page)
  expect(await callAs(server.url, token, 'GET /account/security', {})).toMatchObject({ deletion: null })
})
