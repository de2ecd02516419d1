import { isServerReachable } from '#src/api/reachable.ts'
import type { WorkerMessage } from '#sw/messages.ts'

/**
 * The last resort when a part of the app cannot be loaded however often it is tried: the installed shell
 * is of a build whose chunks are gone. A plain reload could serve that shell for ever, so it is replaced,
 * but only while the server answers: without a network a broken shell is better than none. Study records
 * and stored replies are not touched.
 */

const triedKey = 'zhika_recovered'
const pauseMs = 30_000

const triedLately = (): boolean => Date.now() - Number(sessionStorage.getItem(triedKey) ?? 0) < pauseMs

const letWaitingWorkerIn = (waiting: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    const message: WorkerMessage = { type: 'skip-waiting' }
    waiting.postMessage(message)
  })

const dropShell = async (registration: ServiceWorkerRegistration): Promise<void> => {
  await registration.unregister()
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.includes('precache')).map((name) => caches.delete(name)))
}

/** @returns false when nothing was done: no network, or tried less than half a minute ago */
export const recoverShell = async (): Promise<boolean> => {
  if (triedLately() || !(await isServerReachable())) return false
  sessionStorage.setItem(triedKey, String(Date.now()))
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration) {
    await registration.update().catch(() => undefined)
    if (registration.waiting) await letWaitingWorkerIn(registration.waiting)
    else await dropShell(registration)
  }
  location.reload()
  return true
}
