import { test as base } from '@playwright/test'
import { openPhone, type Phone } from './phone.ts'
import { newPhoneNumber } from './sign-in.ts'
import { serverProcess, type ServerProcess } from './server-process.ts'
import { startWechatShop, type ShopProcess } from './wechat-pay.ts'

type TestFixtures = {
  /** The real server, running. A test may stop it or kill it: the next test finds it running again. */
  server: ServerProcess
  /** A new phone, opened on the server's address. */
  phone: Phone
  /** A number that no one has signed in with. */
  phoneNumber: string
}
type WorkerFixtures = {
  /** One server for each Playwright worker: tests keep apart by student, not by database. */
  workerServer: ServerProcess
}

/** The operator has named this number: its account is staff. */
export const staffNumber = '13900000000'

export const test = base.extend<TestFixtures, WorkerFixtures>({
  workerServer: [
    async ({}, use) => {
      const server = await serverProcess({ STAFF_PHONES: staffNumber })
      await server.start()
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  server: async ({ workerServer }, use, testInfo) => {
    await workerServer.start()
    await use(workerServer)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server-log', { body: workerServer.log(), contentType: 'text/plain' })
    }
  },
  phone: async ({ server }, use) => {
    const phone = await openPhone(server.url)
    await use(phone)
    await phone.discard()
  },
  phoneNumber: async ({}, use) => {
    await use(newPhoneNumber())
  },
})

/** For tests that change the server itself, e.g. its clock: each has one of its own. */
export const testWithOwnServer = test.extend({
  server: async ({}, use) => {
    const server = await serverProcess()
    await server.start()
    await use(server)
    await server.remove()
  },
})

/** For paying by WeChat Pay: a server that is its merchant. */
export const testWithWechatShop = test.extend<{ shop: ShopProcess }>({
  shop: async ({}, use) => {
    const shop = await startWechatShop()
    await use(shop)
    await shop.close()
  },
  server: async ({ shop }, use) => {
    await use(shop.server)
  },
})

export { expect } from '@playwright/test'
