import type { WorkerMessage } from '#sw/messages.ts'

/** Registers the worker, again where it could not be installed: what had arrived is kept, and it goes on from there. */

const workerUrl = '/sw.js'
const firstPauseMs = 15_000
const longestPauseMs = 10 * 60_000

let url: string | undefined

/** Under `require-trusted-types-for 'script'` only this one address may become a worker, and its policy is made once. */
const trustedWorkerUrl = (): string => {
  type TrustedTypes = {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => string }
  }
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('app-sw', {
    createScriptURL: (asked) => {
      if (asked !== workerUrl) throw new TypeError('not the worker')
      return asked
    },
  })
  return policy ? policy.createScriptURL(workerUrl) : workerUrl
}

/** Resolves after a while, or when there is a network again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })

/** Resolves when a worker that is being installed is, or has failed. */
const installed = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (worker.state !== 'installing') resolve(worker.state !== 'redundant')
    }
    worker.addEventListener('statechange', check)
    check()
  })

/** Watches each version that comes, now and as long as the page lives. */
const watch = (
  registration: ServiceWorkerRegistration,
  onWaiting: () => void,
  onFailed: () => void,
): void => {
  const follow = async (worker: ServiceWorker | null): Promise<void> => {
    if (worker === null) return
    if (!(await installed(worker))) return onFailed()
    if (registration.waiting === worker && registration.active !== null) onWaiting()
  }
  if (registration.waiting !== null && registration.active !== null) onWaiting()
  void follow(registration.installing)
  registration.addEventListener('updatefound', () => void follow(registration.installing))
}

/** @param onWaiting called with each new version that is here and waits, with how to speak to it */
export async function registerWorker(
  onWaiting: (tellWaiting: (message: WorkerMessage) => void) => void,
): Promise<() => Promise<void>> {
  const { Workbox } = await import('workbox-window')
  url ??= trustedWorkerUrl()
  let registration: ServiceWorkerRegistration | undefined
  let pauseMs = firstPauseMs
  let isTrying = false

  const tryAgain = async (): Promise<void> => {
    if (isTrying) return
    isTrying = true
    await pause(pauseMs)
    isTrying = false
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    await register()
  }
  const register = async (): Promise<void> => {
    // Of a first version that failed nothing is left: it is registered once more.
    const current = await new Workbox(url!, { updateViaCache: 'none' }).register().catch(() => undefined)
    if (current === undefined) return tryAgain()
    if (current === registration) return void (await current.update().catch(() => tryAgain()))
    registration = current
    watch(
      current,
      () => onWaiting((message) => current.waiting?.postMessage(message)),
      () => void tryAgain(),
    )
  }
  await register()
  return async () => void (await registration?.update().catch(() => undefined))
}
