import { outboxSyncTag } from '#contract/constants.ts'

type SyncManager = { register: (tag: string) => Promise<void> }

/** Asks the browser to wake the worker when there is a network; does nothing where it cannot. */
export const requestBackgroundSync = async (): Promise<void> => {
  const registration = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { sync?: SyncManager })
    | undefined
  try {
    await registration?.sync?.register(outboxSyncTag)
  } catch {
    // The student has switched background sync off: the page sends when it is open.
  }
}
