import { fetchAgain, isServerReachable } from '#src/api/page-files.ts'

/**
 * Takes the installed program off the device and loads the server's, but only while the server answers: without a
 * network a broken program is better than none. What the student did is in no cache, and is not touched.
 */

const triedKey = 'zhika_repaired'
const pauseMs = 30_000

/** The app's own scripts are links, see `build/first-frame.ts`. */
const filesOfPage = (): string[] =>
  Array.from(
    document.querySelectorAll<HTMLLinkElement>(
      'link:is([rel=modulepreload], [rel=stylesheet]:not([disabled]))',
    ),
    ({ href }) => href,
  )

/** @returns false when the server does not answer; else the page is on its way */
export async function repairShell(): Promise<boolean> {
  if (!(await isServerReachable())) return false
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
  await fetchAgain(filesOfPage())
  location.reload()
  return true
}

/** Unasked: not again and again. */
export async function repairOnce(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(triedKey) ?? 0) < pauseMs) return
  sessionStorage.setItem(triedKey, String(Date.now()))
  await repairShell()
}
