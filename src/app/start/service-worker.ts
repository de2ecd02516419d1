import { setOfflineShell } from '#src/device/offline-shell.ts'
import { pageEntry, whenStarted } from '#src/lib/app-started.ts'
import type { ShellState, WorkerMessage } from '#sw/messages.ts'
import { registerWorker } from './worker-registration.ts'

/**
 * Registers the worker, and lets a new version in only where no student is interrupted: at a cold start
 * before the first touch, while the page is hidden and no study session is open, or when the student says so.
 */

const coldStartMs = 2_000
const checkEveryMs = 60 * 60_000
const askAgainMs = 30_000

type LetIn = () => void
let waiting: LetIn | undefined
const listeners = new Set<() => void>()

/** @param next takes the new version in at once; undefined: there is none, or the student said later */
export function offerUpdate(next: LetIn | undefined): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** A new version that is here and waits for a moment at which it interrupts no one. */
export function waitingUpdate(): LetIn | undefined {
  return waiting
}
export function subscribeToUpdate(listener: () => void): () => void {
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

const tellWorker = async (message: WorkerMessage, ports: MessagePort[] = []): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(message, ports)
}

/**
 * Asks the worker whether all of this build is on the device; it fetches what is not, and reports how far it is. A
 * worker of another build cannot say: it has come with an update, and the page follows it soon.
 */
const watchShell = (): void => {
  let isWhole = false
  const ask = (): void => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      const state = data as ShellState
      isWhole = state !== null && state.kept === state.total
      if (state === null) setOfflineShell({ status: 'none' })
      else
        setOfflineShell(
          isWhole ? { status: 'whole' } : { status: 'preparing', share: state.kept / state.total },
        )
    }
    void tellWorker({ type: 'shell-state', entry: pageEntry() }, [port2])
  }
  ask()
  setInterval(() => !isWhole && ask(), askAgainMs)
  addEventListener('online', ask)
  navigator.serviceWorker.addEventListener('controllerchange', ask)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask())
}

/** After the screen has had its time, so that a first visit's own bytes come first. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return setOfflineShell({ status: 'none' })
  let isControlled = navigator.serviceWorker.controller !== null
  let touched = false
  /** The student has asked for the new version here. */
  let isWanted = false
  void firstTouch.then(() => {
    touched = true
  })
  // Every tab reloads itself: it would be of another version than the worker. The first worker of all is of the same.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    offerUpdate(undefined)
    if (!isControlled) isControlled = true
    else if (isWanted) location.reload()
    else atSafePoint(() => location.reload())
  })
  watchShell()
  void whenStarted().then(() => tellWorker({ type: 'shell-started', entry: pageEntry() }))
  const checkForUpdate = await registerWorker((tellWaiting) => {
    const letIn = (): void => tellWaiting({ type: 'skip-waiting' })
    if (performance.now() < coldStartMs && !touched && !isStudying()) return letIn()
    offerUpdate(() => {
      isWanted = true
      letIn()
    })
    atSafePoint(letIn)
  })
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < checkEveryMs) return
    checkedAt = Date.now()
    void checkForUpdate()
  })
}
