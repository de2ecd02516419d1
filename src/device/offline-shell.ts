import { useSyncExternalStore } from 'react'

/**
 * Whether the app itself is on the device. `none`: this browser cannot keep it, or nothing is known of it; `preparing`: it is on its way, as far
 * as `share` says (0 to 1); `whole`: every file of it was found.
 */
export type OfflineShell = { status: 'none' } | { status: 'whole' } | { status: 'preparing'; share: number }

let state: OfflineShell = { status: 'preparing', share: 0 }
const listeners = new Set<() => void>()

export function setOfflineShell(next: OfflineShell): void {
  state = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useOfflineShell(): OfflineShell {
  return useSyncExternalStore(subscribe, () => state)
}
