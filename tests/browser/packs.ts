import { expect, type Page } from '@playwright/test'
import { welcomeCoins } from '#contract/coin-rules.ts'
import type { PackSummary } from '#contract/packs.ts'
import { callAs } from './api.ts'

const tokenOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('access_token'))

/**
 * Runs in the page, so it knows nothing but its argument.
 * @param wanted.accountId whose pack; without it, of the only student of the device
 */
export async function isDownloaded({
  packId,
  accountId = '',
}: {
  packId: string
  accountId?: string
}): Promise<boolean> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = names.find((candidate) => candidate.startsWith(`zhika:${accountId}`))
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

/** The first pack of the shelves of 资源 that `isWanted`. @throws Error when there is none */
export async function findPack(
  host: string,
  token: string | null,
  isWanted: (pack: PackSummary) => boolean,
): Promise<PackSummary> {
  const { weekly, featured } = await callAs(host, token, 'GET /discovery', {})
  const pack = [...weekly, ...featured].find(isWanted)
  if (!pack) throw new Error('the shelves lack such a pack')
  return pack
}

/** With the coins that a new student has. */
export function isAffordable({ priceCoins }: PackSummary): boolean {
  return priceCoins <= welcomeCoins
}
export function isFree({ priceCoins }: PackSummary): boolean {
  return priceCoins === 0
}

/**
 * Unlocks a pack for a student who has the coins of a new one. The app downloads it by itself.
 * @returns the pack's id
 */
export async function unlockPack(host: string, token: string | null, cardsAtLeast: number): Promise<string> {
  const pack = await findPack(host, token, (found) => isAffordable(found) && found.cardCount >= cardsAtLeast)
  await callAs(host, token, 'POST /card-packs/:id/unlock', { id: pack.id, paymentMethod: 'balance' })
  return pack.id
}

/** Lets the app ask for what came by another device: a start does only once the lists are five minutes old. */
export function receiveNow(page: Page): Promise<boolean> {
  return page.evaluate(() => dispatchEvent(new Event('online')))
}

/**
 * Gives the signed-in student a pack: unlocked by a call, then downloaded by the app itself, as it does with
 * every unlocked pack. Tests about unlocking press the buttons instead.
 * @param host of the API, if not where the page is
 * @returns the pack's id
 */
export async function givePack(
  page: Page,
  cardsAtLeast = 20,
  host = new URL(page.url()).origin,
): Promise<string> {
  const packId = await unlockPack(host, await tokenOf(page), cardsAtLeast)
  await page.goto('/home')
  const isHere = async (): Promise<boolean> => {
    await receiveNow(page)
    return page.evaluate(isDownloaded, { packId })
  }
  await expect.poll(isHere, { timeout: 30_000 }).toBe(true)
  return packId
}
