import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { accessTokenKey, localeKey } from '#contract/constants.ts'
import { chromiumFlags, ensureChromium } from '../../scripts/find-chromium.mjs'
import { signInByCall, makeStudiedStudent, type StudiedStudent } from '../browser/studied.ts'
import { openStop, type Stop } from '../browser/stops.ts'
import { serverProcess, type ServerProcess } from '../browser/server-process.ts'
import { workerReady } from '../browser/screen.ts'
import { contactSheet, type Shot } from './contact-sheet.ts'
import { screenOptions, type Look, type ScreenOptions } from './options.ts'
import { newStudentStops, offlineStops, studiedStops, visitorStops, whileStopped } from './groups.ts'

/** Writes a picture of every screen in every state and look, of the real server and a student who has studied. */

const folder = new URL('../../screens/', import.meta.url).pathname
const phone = '13811110001'
const otherPhone = '13811110002'
const newPhone = '13811110003'

const openPage = async (browser: Browser, url: string, look: Look, width: number): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 844 },
    colorScheme: look === 'dark' ? 'dark' : 'light',
    deviceScaleFactor: 2,
    isMobile: width < 768,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/privacy')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    localeKey,
    look === 'rtl' ? 'ar' : 'zh-CN',
  ] as const)
  return page
}

const enter = async (page: Page, token: string): Promise<void> => {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [accessTokenKey, token] as const)
}

/** The whole screen as a phone would show it if it were that tall: fixed bars stand at the ends. */
const shoot = async (page: Page, file: string, width: number): Promise<void> => {
  const height = await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    return Math.max(844, dialog ? 844 : document.documentElement.scrollHeight)
  })
  await page.setViewportSize({ width, height: Math.min(height, 6000) })
  await page.waitForTimeout(150)
  await page.screenshot({ path: join(folder, file) })
  await page.setViewportSize({ width, height: 844 })
}

type Sitting = { group: string; page: Page; look: Look; options: ScreenOptions; shots: Shot[] }

const walk = async (sitting: Sitting, stops: readonly Stop[]): Promise<void> => {
  const { group, page, look, options, shots } = sitting
  for (const stop of stops) {
    if (options.only.length > 0 && !options.only.some((part) => stop.name.includes(part))) continue
    const file = `${group}-${stop.name}-${look}-${options.width}.png`
    try {
      await openStop(page, stop)
    } catch (error) {
      // The picture shows why.
      console.error(`${file}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
      process.exitCode = 1
    }
    await shoot(page, file, options.width)
    shots.push({ group, name: stop.name, look, file })
    console.log(join('screens', file))
  }
}

const takeLook = async (
  {
    browser,
    server,
    student,
    newToken,
  }: {
    browser: Browser
    server: ServerProcess
    student: StudiedStudent
    newToken: string
  },
  look: Look,
  options: ScreenOptions,
): Promise<{ shots: Shot[]; goOffline: () => Promise<void> }> => {
  const shots: Shot[] = []
  const visitor = await openPage(browser, server.url, look, options.width)
  await walk({ group: 'visitor', page: visitor, look, options, shots }, visitorStops(student))
  await visitor.context().close()

  const beginner = await openPage(browser, server.url, look, options.width)
  await enter(beginner, newToken)
  await walk({ group: 'new', page: beginner, look, options, shots }, newStudentStops(student))
  await beginner.context().close()

  const page = await openPage(browser, server.url, look, options.width)
  await enter(page, student.token)
  // What was done on other devices has arrived, packs and statistics.
  await openStop(page, { name: 'home', address: '/home', sees: /已离线可用 · 7/ })
  await walk({ group: 'student', page, look, options, shots }, studiedStops(student))
  await workerReady(page)
  const stranger = await openPage(browser, server.url, look, options.width)
  await stranger.goto('/login')
  await workerReady(stranger)
  return {
    shots,
    goOffline: async () => {
      await walk({ group: 'offline', page, look, options, shots }, offlineStops(student))
      await walk({ group: 'offline', page: stranger, look, options, shots }, whileStopped)
      await page.context().close()
      await stranger.context().close()
    },
  }
}

const options = screenOptions(process.argv.slice(2))
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const server = await serverProcess()
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumFlags })
try {
  await server.start()
  const student = await makeStudiedStudent(server.url, [phone, otherPhone])
  const newToken = await signInByCall(server.url, newPhone)
  const taken = await Promise.all(
    options.looks.map((look) => takeLook({ browser, server, student, newToken }, look, options)),
  )
  await server.stop()
  await Promise.all(taken.map(({ goOffline }) => goOffline()))
  const shots = taken.flatMap((look) => look.shots)
  await writeFile(join(folder, 'contact-sheet.html'), contactSheet(shots, options.width))
  console.log(`${shots.length} pictures, all on screens/contact-sheet.html`)
} finally {
  await browser.close()
  await server.remove()
}
