import { slowProcessor } from '../browser/devtools.ts'
import type { Phone } from '../browser/phone.ts'

/** Milliseconds from the navigation's start. */
export type ColdStart = {
  /** Largest contentful paint, the last one before the page stood still. */
  lcpMs: number
  /** The plan's button can be pressed: it starts today's studying or, without a pack, leads to one. */
  usableMs: number
}

/** Long enough after the page is usable for a later, larger paint to show. */
const settleMs = 1_000

/** Runs in the page, so it knows nothing but its argument. */
const measure = (names: string[]): Promise<number> =>
  new Promise((resolve) => {
    const look = (): void => {
      const button = [...document.querySelectorAll('button, a')].find((element) =>
        names.includes((element.textContent ?? '').trim()),
      )
      const usable = button !== undefined && !(button as HTMLButtonElement).disabled
      if (usable) requestAnimationFrame(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    look()
  })

/** Runs in the page, so it knows nothing but its argument. */
const lastPaint = (waitMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let latest = NaN
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) latest = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    setTimeout(
      () => (Number.isNaN(latest) ? reject(new Error('nothing was painted')) : resolve(latest)),
      waitMs,
    )
  })

/** Ends the browser, starts it on the same profile and opens /home. */
export async function coldStart(phone: Phone, cpuRate: number): Promise<ColdStart> {
  const page = await phone.reopen()
  await slowProcessor(page, cpuRate)
  await page.goto('/home', { waitUntil: 'commit' })
  const usableMs = await page.evaluate(measure, ['开始今天的学习', '去挑卡包'])
  const lcpMs = await page.evaluate(lastPaint, settleMs)
  return { lcpMs, usableMs }
}
