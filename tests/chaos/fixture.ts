import { test as base } from '@playwright/test'
import { openStation, type Station } from './station.ts'

/** A test that fails ends its worker, and its station with it: the next schedule begins on a new one. */
export const test = base.extend<{ serverLog: void }, { station: Station }>({
  station: [
    async ({}, use) => {
      const station = await openStation()
      await use(station)
      await station.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  serverLog: [
    async ({ station }, use, testInfo) => {
      await use()
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('server-log', { body: station.server.log(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
})
