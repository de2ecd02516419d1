import { callAs } from '../browser/api.ts'
import { everythingStored } from '../browser/everything-stored.ts'
import { unlockPack } from '../browser/packs.ts'
import { readDevice } from '../chaos/device-data.ts'
import { inPage } from './engine.ts'
import { expect, test } from './fixture.ts'
import { holds, press, shows, type } from './on-page.ts'
import { engineNames } from './start-engine.ts'

/**
 * The main journey in every engine: sign in, download, study, leave for another site and come back, start without a
 * network, send what waits, sign out.
 */

const studentName = '林一一'

for (const name of engineNames) {
  test(`${name}: study, leave and come back, study offline, sign out`, async ({
    start,
    server,
    gate,
    elsewhere,
    phoneNumber,
  }) => {
    const app = `http://127.0.0.1:${gate.port}`
    const engine = await start(name)
    let given = 0
    const answerCards = async (count: number): Promise<void> => {
      for (const end = given + count; given < end; given += 1) {
        await press(engine, 'button', '显示答案')
        await press(engine, 'button', '良好')
        // Only then is the answer on the device.
        await shows(engine, 'button', '显示答案')
      }
    }

    await test.step('sign in', async () => {
      await engine.open(`${app}/home`)
      await type(engine, '手机号', phoneNumber)
      await press(engine, 'checkbox', '')
      await press(engine, 'button', '获取验证码')
      await press(engine, 'button', '填入')
      await press(engine, 'button', '登录')
      await shows(engine, 'text', '从第一个卡包开始')
    })
    const token = await inPage(engine, () => localStorage.getItem('access_token'))
    const answersThere = async (): Promise<number> =>
      (await callAs(server.url, token, 'GET /user-study/summary', {})).totals.answers
    await callAs(server.url, token, 'PUT /profile', { name: studentName })

    const packId = await test.step('download', async () => {
      const packId = await unlockPack(server.url, token, 20)
      await engine.open(`${app}/cardpack/${packId}`)
      // The pack was unlocked elsewhere: the page asks for it, as soon as it listens.
      await holds(engine, 'the pack is not here', () => {
        dispatchEvent(new Event('online'))
        return document.body.innerText.includes('已下载')
      })
      return packId
    })
    const study = `${app}/cardpack/${packId}?study=1`

    await test.step('study', async () => {
      await engine.open(study)
      await answerCards(2)
    })

    await test.step('leave for another site, come back by its address, and study', async () => {
      await engine.open(elsewhere)
      await engine.open(study)
      await answerCards(2)
    })

    // By a full navigation within the site: WebKit's driver loses a page that comes back from another site's process.
    await test.step('leave by an address, come back by the way back, and study', async () => {
      await engine.open(`${app}/privacy`)
      await engine.back()
      await answerCards(2)
      await expect.poll(answersThere, { timeout: 30_000 }).toBe(given)
    })

    await test.step('start without a network, and study', async () => {
      await holds(engine, 'no worker', async () => {
        await navigator.serviceWorker.ready
        return navigator.serviceWorker.controller !== null
      })
      await engine.open(elsewhere)
      gate.shut()
      await engine.open(study)
      await answerCards(2)
      expect(await answersThere()).toBe(given - 2)
    })

    await test.step('with the network back each answer is sent once', async () => {
      gate.open()
      await engine.open(`${app}/home`)
      await expect.poll(answersThere, { timeout: 30_000 }).toBe(given)
    })

    await test.step('sign out: nothing can be read any more', async () => {
      await engine.open(`${app}/me`)
      const answerId = (await inPage(engine, readDevice))?.journal[0]?.id
      const secrets = [studentName, token ?? 'no token', answerId ?? 'no answer']
      const found = async (): Promise<string[]> => {
        const stored = await inPage(engine, everythingStored)
        return secrets.filter((secret) => stored.includes(secret))
      }
      await expect.poll(found, { timeout: 30_000 }).toEqual(secrets)
      await press(engine, 'button', '退出登录')
      await press(engine, 'button', '退出登录')
      await shows(engine, 'button', '获取验证码')
      // /login is shown while the last of it goes.
      await expect.poll(found, { timeout: 30_000 }).toEqual([])
    })
  })
}
