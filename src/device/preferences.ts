/** Choices that belong to the device, not to the account. A browser may refuse storage: then none is kept. */

export function readPreference(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** A full or refused storage is no reason to fail: the choice then lasts until the page is closed. */
export function writePreference(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    return
  }
}
