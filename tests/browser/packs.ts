import { expect, type Page } from '@playwright/test'
import { callAs } from './api.ts'

const tokenOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('access_token'))

/** Runs in the page, so it knows nothing but its argument. */
const isDownloaded = async (packId: string): Promise<boolean> => {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = names.find((candidate) => candidate.startsWith('zhika:'))
  if (!name) return false
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not open')))
  })
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const request = database.transaction('packs').objectStore('packs').get(packId)
      request.addEventListener('success', () => resolve(request.result?.status === 'ready'))
      request.addEventListener('error', () => reject(request.error ?? new Error('the pack was not read')))
    })
  } finally {
    database.close()
  }
}

/**
 * Gives the signed-in student a pack: unlocked by a call, then downloaded by the app itself, as it does with
 * every unlocked pack. Tests about unlocking press the buttons instead.
 * @returns the pack's id
 */
export const givePack = async (page: Page, cardsAtLeast = 20): Promise<string> => {
  const host = new URL(page.url()).origin
  const token = await tokenOf(page)
  const { weekly, featured } = await callAs(host, token, 'GET /discovery', {})
  const affordable = [...weekly, ...featured].filter(({ priceCoins }) => priceCoins <= 200)
  const pack = affordable.find(({ cardCount }) => cardCount >= cardsAtLeast)
  if (!pack) throw new Error(`no pack of ${cardsAtLeast} cards that a new student can pay for`)
  await callAs(host, token, 'POST /card-packs/:id/unlock', { id: pack.id, paymentMethod: 'balance' })
  await page.goto('/home')
  await expect.poll(() => page.evaluate(isDownloaded, pack.id), { timeout: 30_000 }).toBe(true)
  return pack.id
}
