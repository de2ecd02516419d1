/** Work on a database that does not end: the browser has lost its storage process, or a frozen page holds a lock. */

/** How long a database may be silent before it is given up. */
export const silenceMs = 5_000

export class StuckError extends Error {
  override readonly name = 'StuckError'
}

/**
 * @param events whatever it hears of shows that the database still works; long work is not given up while it does
 * @throws StuckError after that long without a sign of life
 */
export function unlessStuck<T>(
  work: Promise<T>,
  { events, patienceMs = silenceMs }: { events?: EventTarget; patienceMs?: number } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      stop()
      reject(new StuckError(`silent for ${patienceMs} ms`))
    }
    let timer = setTimeout(giveUp, patienceMs)
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, patienceMs)
    }
    const stop = (): void => {
      clearTimeout(timer)
      events?.removeEventListener('success', wait, true)
    }
    // A request's success passes its connection on the way down, though it does not bubble.
    events?.addEventListener('success', wait, true)
    work.finally(stop).then(resolve, reject)
  })
}
