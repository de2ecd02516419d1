import { useEffect, useState, useSyncExternalStore } from 'react'
import { isInWeChat, isOnIos, isStandalone } from './host-app.ts'
import { dropInstallEvent, installEvent, subscribeToInstallEvent } from './install-event.ts'
import {
  installMemory,
  isQuiet,
  isWorthOffering,
  noteDismissal,
  subscribeToInstallMemory,
} from './install-memory.ts'

/**
 * How this browser puts the app on the home screen: `prompt` by itself, `ios` through the share sheet,
 * `wechat` not at all but in another browser, `menu` through some menu of its own.
 */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'wechat' | 'menu'

const wayOf = (hasPrompt: boolean): InstallWay => {
  if (isStandalone()) return 'installed'
  if (isInWeChat()) return 'wechat'
  if (hasPrompt) return 'prompt'
  return isOnIos() ? 'ios' : 'menu'
}

export function useInstall() {
  const event = useSyncExternalStore(subscribeToInstallEvent, installEvent)
  const memory = useSyncExternalStore(subscribeToInstallMemory, installMemory)
  const [openedAt] = useState(() => Date.now())
  const [isInstalled, setInstalled] = useState(false)
  useEffect(() => {
    const onInstalled = (): void => {
      setInstalled(true)
      dropInstallEvent()
    }
    addEventListener('appinstalled', onInstalled)
    return () => removeEventListener('appinstalled', onInstalled)
  }, [])
  const way = isInstalled ? 'installed' : wayOf(event !== undefined)
  return {
    way,
    /**
     * The app has been used for real, and the student has not said no lately. Inside WeChat at once: what is kept
     * there may be gone at the next visit.
     */
    isWorthOffering: way === 'wechat' ? !isQuiet(memory, openedAt) : isWorthOffering(memory, openedAt),
    /** For the way `prompt`: opens the browser's own question. A no counts as one. */
    install: async (): Promise<void> => {
      if (event === undefined) return
      const { outcome } = await event.prompt()
      dropInstallEvent()
      if (outcome === 'dismissed') noteDismissal(Date.now())
    },
    dismiss: (): void => noteDismissal(Date.now()),
  }
}
