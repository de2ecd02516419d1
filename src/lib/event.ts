/** Something that happens, with listeners that may come later than the first time: it waits for one of them. */
export function createEvent<Details extends unknown[]>() {
  const listeners = new Set<(...details: Details) => void>()
  let untold: Details[] = []

  const tell = (...details: Details): void => {
    if (listeners.size === 0) untold.push(details)
    else listeners.forEach((listener) => listener(...details))
  }

  return {
    tell,
    /** @returns stops listening */
    listen: (listener: (...details: Details) => void): (() => void) => {
      listeners.add(listener)
      // Those that begin to listen at the same moment hear it, too.
      queueMicrotask(() => untold.splice(0).forEach((details) => tell(...details)))
      return () => listeners.delete(listener)
    },
    /** What waits for a listener is passed to none. */
    forget: (): void => {
      untold = []
    },
  }
}
