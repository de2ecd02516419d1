import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { toasts } from '../browser/screen.ts'
import { newPhoneNumber, signIn } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** 账号与安全, and what of it stands on 设置 and over any screen. */

/** Proves in an open sheet who is there, by the code that the account's own number gets. */
const confirm = async (sheet: Locator): Promise<void> => {
  await sheet.getByRole('button', { name: '获取验证码' }).click()
  await sheet.getByRole('note').getByRole('button', { name: '填入' }).click()
  await sheet.getByRole('button', { name: '确认是我' }).click()
}

test('a phone number is changed by codes to the old one and the new one; a wrong code changes nothing', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  const shown = (number: string): string => `${number.slice(0, 3)}****${number.slice(7)}`
  await page.goto('/settings/account-security')
  await signIn(page, phoneNumber)
  await page.getByRole('button', { name: '更换手机号' }).click()
  const sheet = page.getByRole('dialog', { name: '更换手机号' })
  await expect(sheet.getByText(`验证码会发到 ${shown(phoneNumber)}`)).toBeVisible()
  await sheet.getByRole('button', { name: '确认是我' }).click()
  await expect(sheet.getByText('请输入 6 位验证码')).toBeVisible()
  await confirm(sheet)
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
  const activity = page.getByRole('region', { name: '最近的账号活动' })
  await expect(activity.getByText('更换手机号', { exact: true })).toBeVisible()
  await expect(activity.getByText('更换手机号（没有成功）')).toBeVisible()
})

test('who has lost the old card asks for a day; every screen of the account says so and takes it back', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/settings/account-security?phone=1')
  await signIn(page, phoneNumber)
  const sheet = page.getByRole('dialog', { name: '更换手机号' })
  await sheet.getByRole('button', { name: '这个号码收不到短信' }).click()
  await sheet.getByRole('button', { name: '申请等 24 小时' }).click()
  await expect(sheet.getByRole('status')).toContainText('起可以在这台设备上修改账号')
  await expect(sheet.getByLabel('新手机号')).toHaveCount(0)
  const { token } = await deviceData(page)
  const waiting = await callAs(server.url, token, 'GET /account/security', {})
  expect(waiting.proof).toMatchObject({ isFresh: false, wait: { current: true } })

  await page.goto('/me')
  await expect(page.getByText('申请不用验证码修改账号')).toBeVisible()
  await page.getByRole('button', { name: '取消申请' }).click()
  await expect(toasts(page)).toContainText('申请已取消')
  await expect(page.getByText('申请不用验证码修改账号')).toHaveCount(0)
})

/** Goes to the simulated WeChat as a person of a name of its own, and brings back what that person allowed. */
const throughWechat = async (
  host: string,
  purpose: 'bind' | 'login',
  person: string,
  token: string | null,
) => {
  const browserKey = 'k'.repeat(43)
  const { url } = await callAs(host, token, 'POST /auth/wechat-authorize', {
    browserKey,
    purpose,
    returnTo: '/settings/account-security',
  })
  const query = new URLSearchParams(new URL(url, host).search)
  query.set('other', person)
  query.set('decision', 'allow')
  const answer = await fetch(`${host}/dev/wechat/decision?${query}`, { redirect: 'manual' })
  const { searchParams } = new URL(answer.headers.get('location') ?? '', host)
  return { browserKey, code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}

test('another device is signed out from afar, and this one stays; WeChat is unbound', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/settings/account-security')
  await signIn(page, phoneNumber)
  await expect(page.getByText('只有这台设备登录着')).toBeVisible()
  const { token } = await deviceData(page)
  const { devCode: code = '' } = await callAs(server.url, token, 'POST /account/proof/code', {})
  await callAs(server.url, token, 'POST /account/proof', { code })
  const bound = await throughWechat(server.url, 'bind', phoneNumber, token)
  await callAs(server.url, token, 'POST /account/wechat', bound)
  const other = await callAs(server.url, null, 'POST /auth/wechat-login', {
    ...(await throughWechat(server.url, 'login', phoneNumber, null)),
    agreed: true,
    deviceName: '教室的平板',
  })

  await page.reload()
  const devices = page.getByRole('region', { name: '登录的设备' })
  await devices.getByRole('button', { name: '让 教室的平板 退出登录' }).click()
  await expect(devices.getByText('这台设备', { exact: true })).toHaveCount(1)
  await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
  await expect(toasts(page)).toContainText('已让它退出登录')
  await expect(devices.getByText('教室的平板')).toHaveCount(0)
  await expect(callAs(server.url, other.token, 'GET /profile', {})).rejects.toMatchObject({ status: 401 })

  await page.getByRole('button', { name: '解绑微信' }).click()
  await page.getByRole('dialog', { name: '要解绑微信吗？' }).getByRole('button', { name: '解绑' }).click()
  await expect(page.getByRole('button', { name: '绑定微信' })).toBeVisible()
  const security = await callAs(server.url, token, 'GET /account/security', {})
  expect(security).toMatchObject({ wechatBound: false })
})

test('the deletion of an account is asked for and taken back; all data come as one file', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/settings/account-security')
  await signIn(page, phoneNumber)
  await page.getByRole('button', { name: /^注销账号/ }).click()
  await confirm(page.getByRole('dialog', { name: '注销账号' }))
  await page.getByRole('button', { name: '申请注销' }).click()
  await expect(page.getByRole('alert')).toHaveText('请先勾选“我已了解”')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '申请注销' }).click()
  await expect(page.getByText(/^账号将在 .+ 注销/)).toBeVisible()

  await page.goto('/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^导出我的数据/ }).click()
  await page.getByRole('button', { name: '开始导出' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^zhika-\d{4}-\d{2}-\d{2}\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown[]>
  expect(data.account).toMatchObject([{ phone: phoneNumber, coins: 200 }])
  expect(data.devices).toHaveLength(1)
  expect(data.studyAnswers).toEqual([])

  await page.getByRole('button', { name: '撤销注销' }).click()
  await expect(toasts(page).filter({ hasText: '已撤销注销' })).toBeVisible()
  await expect(page.getByText(/^账号将在 .+ 注销/)).toHaveCount(0)
  const { token } = await deviceData(page)
  expect(await callAs(server.url, token, 'GET /account/security', {})).toMatchObject({ deletion: null })
})
