/** Chromium's offer to install, which comes once and early; not in the DOM's types. */
export type InstallEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let saved: InstallEvent | undefined
const listeners = new Set<() => void>()

const keep = (event: InstallEvent | undefined): void => {
  saved = event
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer for a better moment than the first visit. */
export function saveInstallEvent(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallEvent)
  })
}

export function installEvent(): InstallEvent | undefined {
  return saved
}
/** The offer can be used once, and is void once the app is installed. */
export function dropInstallEvent(): void {
  return keep(undefined)
}
export function subscribeToInstallEvent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
