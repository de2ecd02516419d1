import type { BrowserContext } from '@playwright/test'

/** Runs in the page, so it knows nothing but its argument. */
const shift = (aheadMs: number): void => {
  type Shifted = { shiftedClock?: { aheadMs: number } }
  const scope = globalThis as Shifted
  if (scope.shiftedClock) {
    scope.shiftedClock.aheadMs = aheadMs
    return
  }
  const clock = { aheadMs }
  scope.shiftedClock = clock
  const RealDate = Date
  const now = (): number => RealDate.now() + clock.aheadMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[]) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
}

/**
 * Sets how far the pages' clock is ahead of the true one, in every tab and in those to come. Timers and the
 * worker keep the true time, as they would had the clock been moved while the app slept.
 */
export async function moveClock(context: BrowserContext, minutes: number): Promise<void> {
  const aheadMs = minutes * 60_000
  await context.addInitScript(shift, aheadMs)
  await Promise.all(context.pages().map((page) => page.evaluate(shift, aheadMs)))
}
