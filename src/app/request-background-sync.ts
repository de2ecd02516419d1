import { outboxSyncTag } from '#contract/constants.ts'

/** Background Sync is not in the DOM's types. */
type WithSync = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

/** Asks the browser to wake the worker when there is a network; does nothing where it cannot. */
export async function requestBackgroundSync(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
  try {
    await registration?.sync?.register(outboxSyncTag)
  } catch {
    // The student has switched background sync off: the page sends when it is open.
  }
}
