import type { Page } from '@playwright/test'
import { listControls, tap, type Control } from '../browser/controls.ts'
import { expect, test } from '../browser/fixture.ts'
import { watchProblems } from '../browser/screen.ts'
import {
  drawn,
  goToStop,
  goWithin,
  layerStops,
  openStop,
  publicStops,
  studentStops,
  type Stop,
} from '../browser/stops.ts'
import { enterStudied } from '../browser/studied.ts'

/** A tap on every control of every screen does something, and breaks nothing. */

// A trace would take a picture of the page at each of a thousand steps; the list of the dead says it all.
test.use({ trace: 'off' })

/** What the tour does not press, and why. */
const leftAlone: readonly (readonly [name: RegExp, why: string])[] = [
  [/退出登录/, 'ends the session that the tour needs; shared-tablet.e2e.ts presses it'],
  [/申请注销/, 'the account would be leaving on every screen after it'],
  [/^button 保存$/, 'of the age band: said once, never again'],
  [/^button (确认支付|模拟失败)$/, 'ends the order that the page is about; wallet.e2e.ts presses both'],
  [/^button (获取验证码|更换手机号)/, 'limits per phone; sign-in.e2e.ts presses them'],
]

const reasonFor = ({ label }: Control): string | undefined =>
  leftAlone.find(([name]) => name.test(label))?.[1]

const hasLeft = (page: Page, address: string): boolean => {
  const { pathname, search } = new URL(page.url())
  return pathname + search !== address
}

/** Dialogs and menus: what is below them takes no tap. */
const layers = 'dialog[open], [popover][data-open]'

/** From another screen or layer. What the taps before have changed, e.g. a pack that is unlocked now, stays so. */
const comeBack = async (page: Page, { act, address }: Stop, here: string): Promise<void> => {
  if ((await page.locator(layers).count()) > 0) await page.keyboard.press('Escape')
  await goWithin(page, here)
  await drawn(page)
  if (here === address) await act?.(page).catch(() => undefined)
}

/** Taps every control of the stop. @returns the dead ones */
const tapAll = async (page: Page, stop: Stop): Promise<string[]> => {
  const dead: string[] = []
  // A step back that the last tap of the stop before has begun may end only now, and lead away.
  await goToStop(page, stop).catch((error: unknown) => {
    if (!hasLeft(page, stop.address)) throw error
    return goToStop(page, stop)
  })
  const { pathname, search } = new URL(page.url())
  const here = pathname + search
  let controls = await listControls(page)
  expect(controls.length, `${stop.name} has controls`).toBeGreaterThan(0)
  let isChanged = false
  for (const first of controls) {
    if (first.isChosen || reasonFor(first) !== undefined) continue
    if (isChanged) {
      await comeBack(page, stop, here)
      controls = await listControls(page)
      isChanged = false
    }
    const control = controls.find(({ label }) => label === first.label)
    if (control === undefined || control.isChosen) continue
    const layersBefore = await page.locator(layers).count()
    const outcome = await tap(page, control)
    if (outcome === 'nothing' || outcome === 'covered')
      dead.push(`${stop.name}: ${control.label}: ${outcome}`)
    isChanged =
      outcome === 'gone' || hasLeft(page, here) || (await page.locator(layers).count()) !== layersBefore
  }
  return dead
}

const tour = async (page: Page, stops: readonly Stop[]): Promise<string[]> => {
  const problems = watchProblems(page)
  page.setDefaultTimeout(5_000)
  const [first] = stops
  if (first) await openStop(page, first)
  const dead: string[] = []
  for (const stop of stops) dead.push(...(await tapAll(page, stop)))
  return [
    ...dead.map((control) => `dead: ${control}`),
    ...problems.uncaught.map((message) => `uncaught: ${message}`),
    ...problems.logged.map((message) => `console: ${message}`),
  ]
}

/** The server answers these with 404, which Chromium itself writes to the console. */
const answeredWith404 = ['payment-none', 'card-pack-missing']
const parts = 3

test.describe('every control does something, and nothing is thrown or logged as an error', () => {
  test.describe.configure({ timeout: 180_000 })

  test('on the public screens', async ({ server, phone }) => {
    const { page } = phone
    const { orderId } = await enterStudied(page, server.url)
    await page.evaluate(() => localStorage.clear())
    const stops = publicStops({ orderId }).filter(({ name }) => !answeredWith404.includes(name))
    expect(await tour(page, stops)).toEqual([])
  })

  for (let part = 0; part < parts; part += 1) {
    test(`on a student’s screens and what stands over them, part ${part + 1}`, async ({ server, phone }) => {
      const student = await enterStudied(phone.page, server.url)
      // Layers first: what the routes let a student choose (modes of study, a grade) changes what they show.
      const stops = [...layerStops(student), ...studentStops(student)].filter(
        ({ name }) => !answeredWith404.includes(name),
      )
      const own = stops.filter((_, index) => index % parts === part)
      expect(await tour(phone.page, own)).toEqual([])
    })
  }
})
