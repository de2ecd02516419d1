import { deviceData } from '../chaos/device-data.ts'
import { everythingStored } from '../browser/everything-stored.ts'
import { expect, testWithOwnServer } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { workerReady } from '../browser/screen.ts'
import { newPhoneNumber, signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy } from '../browser/study.ts'

// What is lost once is lost: no second try.
testWithOwnServer.describe.configure({ retries: 0 })

/** What a student needs to go on outlasts the loss of local storage and a wrong clock; and nothing else does. */

const yearMs = 365 * 86_400_000

testWithOwnServer(
  'with no network one studies on without local storage, and with a clock a year ahead and back',
  async ({ server, phone, phoneNumber }) => {
    testWithOwnServer.setTimeout(120_000)
    const { page } = phone
    await page.goto('/home')
    await signIn(page, phoneNumber)
    const packId = await givePack(page)
    await openStudy(page, packId)
    await faceCard(page, packId)
    await answerCard(page, 3)
    const [answer] = (await deviceData(page)).journal
    await page.goto('/home')
    await expect.poll(async () => (await deviceData(page)).outbox, { timeout: 20_000 }).toEqual([])
    await workerReady(page)
    await server.stop()

    await testWithOwnServer.step('the session comes back, and with it the plan', async () => {
      await page.evaluate(() => localStorage.clear())
      await page.goto('/home')
      await expect(page.getByRole('button', { name: /今天的学习/ })).toBeVisible()
      await openStudy(page, packId)
      expect(await faceCard(page, packId)).toBe(true)
    })

    await testWithOwnServer.step('a clock a year ahead takes nothing away', async () => {
      const wrong = await phone.newTab()
      await wrong.clock.install({ time: Date.now() + yearMs })
      await openStudy(wrong, packId)
      expect(await faceCard(wrong, packId)).toBe(true)
      await wrong.close()
      await page.goto('/home')
      await expect(page.getByRole('button', { name: /今天的学习/ })).toBeVisible()
    })

    await testWithOwnServer.step('a token that was taken away by hand stays away', async () => {
      await page.evaluate(() => localStorage.removeItem('access_token'))
      for (let start = 1; start <= 2; start += 1) {
        await page.goto('/home')
        await expect(page).toHaveURL(/\/login/)
      }
    })

    await testWithOwnServer.step(
      'the next student to sign in finds nothing, though no one signed out',
      async () => {
        await server.start()
        await page.evaluate(async () => {
          // As after a session that ended here: nothing is to come back.
          const request = indexedDB.open('zhika-accounts')
          const connection = await new Promise<IDBDatabase>((resolve) => {
            request.addEventListener('success', () => resolve(request.result))
          })
          const transaction = connection.transaction('accounts', 'readwrite')
          const rows = await new Promise<{ accountId: string }[]>((resolve) => {
            const reading = transaction.objectStore('accounts').getAll()
            reading.addEventListener('success', () => resolve(reading.result))
          })
          for (const row of rows) transaction.objectStore('accounts').put({ ...row, session: null })
          await new Promise((resolve) => transaction.addEventListener('complete', resolve))
          connection.close()
          localStorage.clear()
        })
        await page.goto('/home')
        await signIn(page, newPhoneNumber())
        await expect(page.getByText('从第一个卡包开始')).toBeVisible()
        expect(await page.evaluate(everythingStored)).not.toContain(answer?.id ?? 'no answer')
      },
    )
  },
)
