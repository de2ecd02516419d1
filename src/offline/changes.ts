/** Notifies every tab and the worker that an account's stored data changed, and of what kind. */

/** `outbox`: how much waits. `calls`: which calls wait. `states`: the server's word has come in. */
export type Change = 'outbox' | 'calls' | 'states' | 'packs' | 'signed-out'
export type ChangeMessage = { accountId: string; change: Change }

const channelName = 'zhika-changes'

export type Changes = {
  announce: (accountId: string, change: Change) => void
  /** @returns stops listening */
  listen: (onChange: (message: ChangeMessage) => void) => () => void
}

/** Without BroadcastChannel (old WebViews), only this context hears itself. */
export function createChanges(): Changes {
  const listeners = new Set<(message: ChangeMessage) => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
  const tell = (message: ChangeMessage): void => listeners.forEach((listener) => listener(message))
  channel?.addEventListener('message', (event: MessageEvent<ChangeMessage>) => tell(event.data))
  return {
    announce: (accountId, change) => {
      const message = { accountId, change }
      channel?.postMessage(message)
      tell(message)
    },
    listen: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
