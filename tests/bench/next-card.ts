import type { Page } from '@playwright/test'

/** Runs in the page, so it knows nothing but its argument. */
const watchRating = (): void => {
  const times: number[] = []
  Object.assign(globalThis, { nextCardTimes: times })
  const isShown = (name: string): boolean =>
    [...document.querySelectorAll('button')].some((button) => (button.textContent ?? '').startsWith(name))
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (!(button?.textContent ?? '').startsWith('良好')) return
      const pressedAt = event.timeStamp
      // The change is seen with the frame that follows it: its callback, then the first task after its paint.
      const onPainted = (): void => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => times.push(performance.now() - pressedAt), { once: true })
        port1.start()
        port2.postMessage(null)
      }
      const observer = new MutationObserver(() => {
        if (!isShown('显示答案')) return
        observer.disconnect()
        requestAnimationFrame(onPainted)
      })
      observer.observe(document.body, {
        childList: true,
        subtree: true,
        attributes: true,
        characterData: true,
      })
    },
    { capture: true },
  )
}

/**
 * Starts today's studying from /home and answers cards.
 * @returns for each rating, milliseconds from the press to the next card on the screen
 */
export async function nextCardTimes(page: Page, cards: number): Promise<number[]> {
  await page.goto('/home')
  await page.getByRole('button', { name: '开始今天的学习' }).click()
  await page.evaluate(watchRating)
  for (let card = 0; card < cards; card += 1) {
    await page.getByRole('button', { name: '显示答案' }).click()
    await page.getByRole('button', { name: /^良好/ }).click()
    await page.waitForFunction(
      (count) => (globalThis as unknown as { nextCardTimes: number[] }).nextCardTimes.length > count,
      card,
    )
  }
  return page.evaluate(() => (globalThis as unknown as { nextCardTimes: number[] }).nextCardTimes)
}
