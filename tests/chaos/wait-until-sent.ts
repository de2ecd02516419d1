import type { Page } from '@playwright/test'
import { deviceData } from './device-data.ts'

const timeoutMs = 45_000
const pollMs = 100
const nudgeEveryMs = 3_000

/**
 * Waits until nothing of these accounts is left to send. A student who waits looks again now and then.
 * @param accountIds the last one is signed in; calls of the others wait for their owner
 */
export async function waitUntilSent(page: Page, accountIds: readonly string[]): Promise<void> {
  const own = accountIds.at(-1)
  const begun = Date.now()
  let nudges = 0
  for (;;) {
    const devices = await Promise.all(accountIds.map((id) => deviceData(page, id)))
    const left = devices.flatMap(({ accountId, outbox }) =>
      outbox.filter(({ kind }) => accountId === own || kind !== 'call'),
    )
    if (left.length === 0) return
    const waitedMs = Date.now() - begun
    if (waitedMs > timeoutMs)
      throw new Error(`${left.length} records never left:\n${JSON.stringify(left, null, 2)}`)
    await page.waitForTimeout(pollMs)
    if (waitedMs <= nudgeEveryMs * (nudges + 1)) continue
    nudges += 1
    await page.reload()
  }
}
