import type { IncomingHttpHeaders } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appName } from '#contract/constants.ts'
import { bin, must } from '../../scripts/process.mjs'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { openPhone } from '../browser/phone.ts'
import { watchProblems, workerReady } from '../browser/screen.ts'
import { serverProcess } from '../browser/server-process.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'
import { lateReplyProxy } from './late-reply-proxy.ts'

/** The page at one address, its API at another; what stands between them hears every request. */

const pageBuiltFor = async (apiHost: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'zhika-page-'))
  const env = { NODE_ENV: 'production', VITE_API_HOST: apiHost }
  await must('构建页面', bin('vite'), ['build', '--outDir', folder, '--emptyOutDir'], { env, quiet: true })
  return folder
}

/** Every entry of Cache Storage: its address and all that is kept beside its body. */
const sharedEntries = () =>
  caches.open('zhika-shared').then(async (cache) => {
    const requests = await cache.keys()
    return Promise.all(
      requests.map(async (request) => {
        const response = await cache.match(request, { ignoreVary: true })
        return { url: request.url, asked: [...request.headers], kept: [...(response?.headers ?? [])] }
      }),
    )
  })

test('[7.1, 7.2, 7.3] a sign-in and a round of study with the API at another origin; every request has its headers', async ({
  phoneNumber,
}) => {
  test.setTimeout(180_000)
  // Each has to know of the other: what it serves is filled in before it starts.
  const pageEnv = { PAGE_DIR: '', VITE_API_HOST: '' }
  const pages = await serverProcess(pageEnv)
  const api = await serverProcess({ PAGE_ORIGINS: pages.url })
  await api.start()
  const between = await lateReplyProxy(api.port)
  const pageDir = await pageBuiltFor(between.url)
  Object.assign(pageEnv, { PAGE_DIR: pageDir, VITE_API_HOST: between.url })
  await pages.start()
  const phone = await openPhone(pages.url)
  try {
    const { page } = phone
    const problems = watchProblems(page)
    await page.goto('/home')
    await signIn(page, phoneNumber)
    await workerReady(page)
    const signedInAt = between.asked.length
    const packId = await givePack(page, 20, api.url)
    for (const [address, shown] of [
      ['/resource', '按知识点'],
      ['/theme-settings', '主题'],
      ['/profile/edit', '名字'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText(shown).first()).toBeVisible()
    }
    await openStudy(page, packId)
    await faceCard(page, packId)
    await answerCard(page, 3)
    await page.goto('/home')
    await expect.poll(async () => (await deviceData(page)).outbox, { timeout: 20_000 }).toEqual([])

    const { token } = await deviceData(page)
    const calls = between.asked.filter(({ method, path }) => method !== 'OPTIONS' && path.startsWith('/api/'))
    expect(calls.filter(({ headers }) => headers['appname'] !== appName)).toEqual([])
    const later = between.asked
      .slice(signedInAt)
      .filter(({ method, path }) => method !== 'OPTIONS' && path.startsWith('/api/'))
    expect(later.some(({ path }) => path.endsWith('/card-catalogue'))).toBe(true)
    const isNamed = ({ authorization = '' }: IncomingHttpHeaders) => authorization.startsWith('Bearer ')
    expect(later.filter(({ headers }) => !isNamed(headers)).map(({ path }) => path)).toEqual([])
    expect(calls.filter(({ headers }) => headers.cookie !== undefined)).toEqual([])

    const entries = await page.evaluate(sharedEntries)
    expect(entries.length).toBeGreaterThan(2)
    for (const { url, asked, kept } of entries) {
      expect(url.startsWith(`${between.url}/api/client/`), url).toBe(true)
      expect(asked, url).toEqual([])
      expect(kept, url).toEqual([['content-type', 'application/json; charset=utf-8']])
    }
    expect(JSON.stringify(entries)).not.toContain(token)
    expect(problems.uncaught).toEqual([])
    expect(problems.logged).toEqual([])
  } finally {
    await phone.discard()
    await pages.remove()
    await between.close()
    await api.remove()
    await rm(pageDir, { recursive: true, force: true })
  }
})
