/**
 * When the first frame is on the screen. Work that the frame does not show waits for it: on a slow phone
 * every script that runs before costs the student time in front of an empty page.
 */

/** A browser that never reports a paint must not keep the app waiting. */
const longestWaitMs = 3_000

const tellsOfPaints = (): boolean =>
  typeof PerformanceObserver !== 'undefined' &&
  (PerformanceObserver.supportedEntryTypes ?? []).includes('paint')

let giveUp = (): void => {}

/** What is drawn now is a skeleton without a word: browsers report no such paint, and the words need the work. */
export function paintsNoContent(): void {
  return giveUp()
}

const observe = (): Promise<void> =>
  new Promise((resolve) => {
    giveUp = resolve
    // A hidden page paints nothing.
    if (!tellsOfPaints() || document.visibilityState === 'hidden') return resolve()
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) done()
    })
    const timer = setTimeout(() => done(), longestWaitMs)
    const done = (): void => {
      clearTimeout(timer)
      observer.disconnect()
      resolve()
    }
    observer.observe({ type: 'paint', buffered: true })
  })

let painted: Promise<void> | undefined

/** Resolves once the first frame is painted; at once where that cannot be known. */
export function firstPaint(): Promise<void> {
  return (painted ??= observe())
}

/** The next frame, painted; at once on a hidden page, which has none. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden')
      return resolve()
    const timer = setTimeout(resolve, longestWaitMs)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve)
    })
  })

/**
 * Resolves when what is drawn now is on the screen. For work that begins with the app: the first paint
 * may have been the stored frame, and the app's own must not wait behind the work.
 */
export async function afterPaint(): Promise<void> {
  await firstPaint()
  await nextFrame()
}

/** A slow phone draws the screen that was asked for in this time. */
const headStartMs = 400

/** Resolves when the screen that was asked for has had its time. For work that no screen shows. */
export async function afterHeadStart(): Promise<void> {
  await afterPaint()
  await new Promise((resolve) => setTimeout(resolve, headStartMs))
}
