import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** False: certainly no network. True is only the browser's hope. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
