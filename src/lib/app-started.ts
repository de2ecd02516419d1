/** Between the script inside index.html, which watches the start, and the app: they share no memory. */

const startedEvent = 'zhika-started'
const repairEvent = 'zhika-repair'
/** What the script shows when the app does not come; gone when it comes after all. */
export const repairOfferId = 'repair'

/** On a button of the first frame: the address that a press leads to while the app is not there yet. */
export const beforeStartAttribute = 'data-before-start'

const root = document.documentElement

/** The app has drawn itself. */
export function tellStarted(): void {
  root.dataset.started = ''
  document.getElementById(repairOfferId)?.remove()
  dispatchEvent(new Event(startedEvent))
}

export function hasStarted(): boolean {
  return root.dataset.started !== undefined
}

export function whenStarted(): Promise<void> {
  return new Promise((resolve) => {
    if (hasStarted()) resolve()
    else addEventListener(startedEvent, () => resolve(), { once: true })
  })
}

/**
 * A part of the app does not come, however often it is tried.
 * @param byStudent a press asks for it, and may ask again at once
 */
export function askForRepair(byStudent = false): void {
  dispatchEvent(new CustomEvent(repairEvent, { detail: byStudent }))
}

export function onRepairAsked(repair: (byStudent: boolean) => void): void {
  addEventListener(repairEvent, (event) => repair((event as CustomEvent<boolean>).detail))
}

/** The script that names all others: it says which build this page is of. */
export function pageEntry(): string {
  return [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].at(-1)?.src ?? location.href
}
