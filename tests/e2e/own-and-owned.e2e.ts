import { randomUUID } from 'node:crypto'
import { callAs } from '../browser/api.ts'
import { expect, staffNumber, test } from '../browser/fixture.ts'
import { findPack, givePack, isAffordable, isFree, receiveNow } from '../browser/packs.ts'
import { signIn, signOut } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** What a student has, made or unlocked, as every screen shows it. */

test('own packs are on the shelf, in the statistics and in search; owned ones say so, also with no network', async ({
  server,
  phone,
  phoneNumber,
}) => {
  // Every screen twice, with and without a network.
  test.slow()
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await expect(page.getByText('解锁的卡包可以下载到这台设备，没有网络也能学')).toBeVisible()
  const { token } = await deviceData(page)
  const call = <K extends Parameters<typeof callAs>[2]>(key: K, input: Parameters<typeof callAs<K>>[3]) =>
    callAs(server.url, token, key, input)
  const packId = await givePack(page)
  const pack = await call('GET /card-packs/:id', { id: packId })
  const own = { packId: randomUUID(), title: '静电笔记', gradeId: 'g9', subjectId: 'wuli' }
  await call('POST /private-packs', {
    ...own,
    cards: [{ id: randomUUID(), front: '验电器的原理', back: '同种电荷互相排斥' }],
  })

  await receiveNow(page)
  const shelf = page.getByRole('list', { name: '我的卡包' })
  await shelf.getByRole('link', { name: new RegExp(pack.title) }).click()
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(page.getByRole('button', { name: '已收藏' })).toBeVisible()
  await page.getByRole('button', { name: '返回' }).click()
  await expect(shelf.getByRole('link')).toHaveCount(2)
  await expect(page.getByText('共 2 个 · 筛选')).toBeVisible()
  await expect(page.getByRole('list', { name: '收藏' }).getByRole('link')).toContainText('已解锁')
  await page.getByRole('link', { name: '共 2 个 · 筛选' }).click()
  const grades = page.getByRole('group', { name: '年级' }).getByRole('button')
  const names = (await grades.allTextContents()).slice(1)
  const inOrder = '一年级 二年级 三年级 四年级 五年级 六年级 七年级 八年级 九年级 高一 高二 高三'.split(' ')
  expect(names).toEqual(inOrder.filter((name) => names.includes(name)))
  await page.goto('/home')
  await shelf.getByRole('link', { name: /静电笔记/ }).click()
  await expect(page).toHaveURL(`/private-cardpack/${own.packId}`)

  await page.goto('/my-learning')
  await expect(page.getByRole('list', { name: '各卡包进度' }).getByRole('link')).toHaveCount(2)
  const shows = async (address: string) => {
    await page.goto(address)
    const row = page.getByRole('link', { name: new RegExp(pack.title) })
    await expect(row.filter({ hasText: '已解锁' }).first()).toBeVisible()
    await expect(row.filter({ hasText: /\d 金币/ })).toHaveCount(0)
  }
  for (const address of ['/resource', `/teacher/${pack.teacher.id}`, `/resource?q=${pack.title}`])
    await shows(address)

  const finds = async (keyword: string, title: string, address: RegExp) => {
    await page.goto(`/resource?q=${keyword}`)
    await page
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .click()
    await expect(page).toHaveURL(address)
  }
  const searches = async () => {
    await finds('jdbj', '静电笔记', new RegExp(own.packId))
    await finds('yandianqi', '验电器', new RegExp(`${own.packId}\\?card=`))
  }
  await searches()
  // The initials of every desk do not matter: the card that they fit is what opens.
  await page.goto('/resource?q=jys')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/^卡片/)
  await expect(page.getByRole('link', { name: /静夜思/ })).toBeVisible()
  await page.goto('/resource?q=查无此物')
  await page.getByRole('link', { name: '看看全部卡包' }).click()
  await expect(page.getByRole('heading', { name: '按知识点' })).toBeVisible()

  await server.stop()
  await searches()
  await shows('/resource')
  await page.goto('/explore?gradeId=all&seed=7')
  await expect(page.getByText('网络连接失败，请检查网络设置').first()).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(pack.title)
  // One change waits, and no answer.
  await page.goto(`/cardpack/${packId}`)
  await page.getByRole('button', { name: '已收藏' }).click()
  await expect(page.getByRole('button', { name: '收藏', exact: true })).toBeVisible()
  await page.goto('/me')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('还有 1 项其他改动没有上传')).toBeVisible()
})

test('previews follow one another to the unlocking, and a locked row says how it is opened', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/resource')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  const host = new URL(page.url()).origin
  const pack = await findPack(host, token, (found) => isAffordable(found) && !isFree(found))
  await page.goto(`/cardpack/${pack.id}`)
  const sheet = page.getByRole('dialog')
  const askedFor: string[] = []
  page.on(
    'request',
    (request) => void (request.url().endsWith('/card-details') && askedFor.push(request.url())),
  )
  await page.getByRole('button', { name: /试看$/ }).first().click()
  await expect(sheet.getByRole('button', { name: '上一张' })).toBeDisabled()
  const next = sheet.getByRole('button', { name: '下一张' })
  const title = () => sheet.getByRole('heading').textContent()
  while (await next.isVisible()) {
    const before = await title()
    await next.click()
    await expect.poll(title).not.toBe(before)
  }
  await expect(sheet.getByText('试看到这里')).toBeVisible()
  // All previews have come with the head of the pack.
  expect(askedFor).toEqual([])
  await page.goBack()
  await expect(sheet).toBeHidden()

  await page.getByRole('button', { name: /锁$/ }).first().click()
  await expect(sheet.getByText('这张卡片还没有解锁')).toBeVisible()
  await sheet.getByRole('button', { name: /^解锁/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(sheet).toBeHidden()
  await question.getByRole('button', { name: '解锁', exact: true }).click()
  await expect(page.getByRole('button', { name: '开始学习' })).toBeVisible()
  await expect(page).toHaveURL(`/cardpack/${pack.id}`)
})

test('[3.4, 6.4] 管理 shows what became of a report; staff see every student’s, and one name sees none of it', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  const call = <K extends Parameters<typeof callAs>[2]>(key: K, input: Parameters<typeof callAs<K>>[3]) =>
    callAs(server.url, token, key, input)
  await page.goto('/me')
  const layer = page.getByRole('dialog', { name: '管理' })
  // Another device has chosen a theme a moment ago: the profile that is here is younger than five minutes.
  await expect(page.getByRole('link', { name: '管理' })).toBeVisible()
  await call('POST /themes/select/:id', { id: 'night' })
  await page.getByRole('link', { name: '主题' }).click()
  await expect(page.getByRole('radio', { name: /夜读/ })).toBeChecked()
  await page.goBack()
  await page.getByRole('link', { name: '管理' }).click()
  await expect(layer.getByText('还没有报过错')).toBeVisible()
  await page.goBack()
  await expect(layer).toBeHidden()

  const { weekly } = await call('GET /discovery', {})
  const { id, previewCards } = await call('GET /discovery/card-pack/:id/item', { id: weekly[0]!.id })
  const card = previewCards[0]!
  const comment = `第二行写错了 ${phoneNumber.slice(-4)}`
  await call('POST /card-packs/:id/cards/:cardId/report', {
    id,
    cardId: card.id,
    reportId: randomUUID(),
    problem: 'typo',
    comment,
  })
  await page.goto('/me?admin=1')
  await expect(layer.getByRole('listitem').filter({ hasText: card.title })).toContainText('已收到')
  await expect(layer.getByText('全部待处理的报错')).toHaveCount(0)

  await call('PUT /profile', { name: 'dontHaveAccess' })
  await page.reload()
  await expect(page.getByText('dontHaveAccess')).toBeVisible()
  await expect(page.getByRole('link', { name: '管理' })).toHaveCount(0)
  await expect(layer).toBeHidden()
  await call('PUT /profile', { name: '小明' })

  await signOut(page)
  await signIn(page, staffNumber)
  await page.goto('/me?admin=1')
  const open = layer.getByRole('listitem').filter({ hasText: comment })
  await expect(open).toContainText(/library\/packs\/[a-z-]+\.yaml:\d+/)
  await open.getByRole('button', { name: /^标为已处理/ }).click()
  await expect(open).toHaveCount(0)
})
