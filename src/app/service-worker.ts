import type { WorkerMessage } from '#sw/messages.ts'

/**
 * Registers the worker, and lets a new version in only where nobody is interrupted: at a cold start
 * before the first touch, while the page is hidden and no study session is open, or when the student says so.
 */

const workerUrl = '/sw.js'
const coldStartMs = 2_000
const checkEveryMs = 60 * 60_000

/** Under `require-trusted-types-for 'script'` only this one address may become a worker. */
const trustedWorkerUrl = (): string => {
  type TrustedTypes = {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => { createScriptURL: (url: string) => string }
  }
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('app-sw', {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError('not the worker')
      return url
    },
  })
  return policy ? policy.createScriptURL(workerUrl) : workerUrl
}

type LetIn = () => void
let waiting: LetIn | undefined
const listeners = new Set<() => void>()

/** @param next takes the new version in at once; undefined: there is none, or the student said later */
export const offerUpdate = (next: LetIn | undefined): void => {
  waiting = next
  for (const listener of listeners) listener()
}

/** A new version that is here and waits for a moment at which it interrupts nobody. */
export const waitingUpdate = (): LetIn | undefined => waiting
export const subscribeToUpdate = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isStudying = (): boolean => new URLSearchParams(location.search).has('study')
const isSafe = (): boolean => document.visibilityState === 'hidden' && !isStudying()

/** Runs work at the first safe point from now on. */
const atSafePoint = (work: () => void): void => {
  if (isSafe()) return work()
  const onHide = (): void => {
    if (!isSafe()) return
    document.removeEventListener('visibilitychange', onHide)
    work()
  }
  document.addEventListener('visibilitychange', onHide)
}

const firstTouch = new Promise<'touched'>((resolve) => {
  for (const type of ['pointerdown', 'keydown'] as const) {
    addEventListener(type, () => resolve('touched'), { once: true, capture: true })
  }
})

/** Registers after the page has loaded, so that the first visit's own bytes come first. */
export const startServiceWorker = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(trustedWorkerUrl(), { updateViaCache: 'none' })
  const hadController = navigator.serviceWorker.controller !== null
  let touched = false
  /** The student has asked for the new version here. */
  let isWanted = false
  void firstTouch.then(() => {
    touched = true
  })

  const letIn = (): void => {
    const message: WorkerMessage = { type: 'skip-waiting' }
    void workbox.messageSW(message)
  }
  workbox.addEventListener('waiting', () => {
    if (performance.now() < coldStartMs && !touched && !isStudying()) return letIn()
    offerUpdate(() => {
      isWanted = true
      letIn()
    })
    atSafePoint(letIn)
  })
  // Every tab reloads itself: its old chunks are gone with the old precache.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    offerUpdate(undefined)
    if (!hadController) return
    if (isWanted) location.reload()
    else atSafePoint(() => location.reload())
  })
  const registration = await workbox.register()
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < checkEveryMs) return
    checkedAt = Date.now()
    registration?.update().catch(() => undefined)
  })
}
